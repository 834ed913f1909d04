// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The attributes of a device, in lists of `PLACE:VALUE`.
extension Section {
    private static let properties: [Substring: GATTCharacteristic.Property] = [
        "read": .read, "write": .write, "write-without-response": .writeWithoutResponse, "notify": .notify,
        "indicate": .indicate,
    ]

    /// `SERVICE/CHARACTERISTIC:VALUE`, then words: `encrypted`, and the properties if they are not read and write.
    func characteristic(_ item: Substring, in key: String) throws(KeyFileFault) -> SimulatedDevice.Characteristic {
        let (names, rest) = try parts(item, in: key, count: 2, form: "SERVICE/CHARACTERISTIC:VALUE")
        let place = SimulatedDevice.Place(
            service: try service(names[0], in: key), characteristic: try service(names[1], in: key))
        var (value, properties, isEncrypted) = (rest, Set<GATTCharacteristic.Property>(), false)
        while let blank = value.lastIndex(of: " "), !value.hasSuffix("'") {
            let word = value[value.index(after: blank)...]
            if word == "encrypted" {
                isEncrypted = true
            } else if let property = Self.properties[word] {
                properties.insert(property)
            } else {
                throw fault(
                    key,
                    "'\(word)' is neither encrypted nor one of \(Self.properties.keys.sorted().joined(separator: ", "))"
                )
            }
            value = Self.trimmed(value[..<blank])
        }
        return SimulatedDevice.Characteristic(
            place: place, value: try bytes(value, in: key), isEncrypted: isEncrypted,
            properties: properties.isEmpty ? [.read, .write] : properties)
    }

    /// `SERVICE/CHARACTERISTIC/DESCRIPTOR:VALUE`, with the place of its characteristic.
    func descriptor(
        _ item: Substring, in key: String, of characteristics: [SimulatedDevice.Characteristic]
    ) throws(KeyFileFault) -> (Int, SimulatedDevice.Descriptor) {
        let (names, value) = try parts(item, in: key, count: 3, form: "SERVICE/CHARACTERISTIC/DESCRIPTOR:VALUE")
        let descriptor = SimulatedDevice.Descriptor(
            uuid: try service(names[2], in: key), value: try bytes(value, in: key))
        return (try index(names, in: key, of: characteristics), descriptor)
    }

    /// `SERVICE/CHARACTERISTIC:TIME`, with the place of its characteristic.
    func interval(
        _ item: Substring, in key: String, of characteristics: [SimulatedDevice.Characteristic]
    ) throws(KeyFileFault) -> (Int, Duration) {
        let (names, text) = try parts(item, in: key, count: 2, form: "SERVICE/CHARACTERISTIC:TIME")
        guard let interval = Self.duration(text), interval >= .milliseconds(1) else {
            throw fault(key, "'\(text)' is not a time of at least 1ms, such as 100ms")
        }
        return (try index(names, in: key, of: characteristics), interval)
    }

    private func index(
        _ names: [Substring], in key: String, of characteristics: [SimulatedDevice.Characteristic]
    ) throws(KeyFileFault) -> Int {
        let place = SimulatedDevice.Place(
            service: try service(names[0], in: key), characteristic: try service(names[1], in: key))
        guard let index = characteristics.firstIndex(where: { $0.place == place }) else {
            throw fault(key, "Characteristics has no '\(names[0])/\(names[1])'")
        }
        return index
    }

    private func parts(
        _ item: Substring, in key: String, count: Int, form: String
    ) throws(KeyFileFault) -> (names: [Substring], rest: Substring) {
        let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, names.count == count else { throw fault(key, "'\(item)' is not \(form)") }
        return (names, Self.trimmed(parts[1]))
    }
}
