// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One Bluetooth radio of a simulated air.
struct Controller: Sendable, Equatable {
    struct Outage: Sendable, Equatable {
        let reason: BluetoothUnavailability
        let from: Duration
        /// nil: for good.
        let until: Duration?

        /// The reason concerns the driver, and so all radios.
        var isOfAll: Bool {
            switch reason {
            case .backendAway, .leftOut, .refused: true
            case .noRadio, .switchedOff, .blocked, .noLowEnergy: false
            }
        }
    }

    let name: String
    let address: MACAddress
    var isLowEnergyOnly = false
    var outage: Outage?

    init(name: String, address: MACAddress) {
        self.name = name
        self.address = address
    }

    func unavailable(at now: Duration) -> BluetoothUnavailability? {
        guard let outage, outage.from <= now, outage.until.map({ now < $0 }) ?? true else { return nil }
        return outage.reason
    }

    /// The next time at which it becomes unusable, or usable again.
    func nextChange(after now: Duration) -> Duration? {
        [outage?.from, outage?.until].compactMap(\.self).filter { $0 > now }.min()
    }
}

extension Controller {
    static let keys: Set<String> = ["Address", "LowEnergyOnly", "Unusable", "UnusableAfter", "UnusableUntil"]

    /// Reads a group `[Bluetooth ADAPTER]`.
    init(_ section: Section, name: String) throws(KeyFileFault) {
        try section.expect(Self.keys)
        guard name.wholeMatch(after: "hci") else {
            throw section.fault(nil, "'\(name)' is not a Bluetooth radio's name, such as hci0")
        }
        self.init(name: name, address: try section.address("Address", of: "Bluetooth radio"))
        isLowEnergyOnly = try section.flag("LowEnergyOnly") ?? isLowEnergyOnly
        let reason = try section.word("Unusable") { (why: BluetoothUnavailability) in String(describing: why) }
        let from = try section.duration("UnusableAfter")
        let until = try section.duration("UnusableUntil")
        guard let reason else {
            guard let key = ["UnusableAfter", "UnusableUntil"].first(where: section.has) else { return }
            throw section.fault(key, "set Unusable to what happens then")
        }
        if let until, until <= from ?? .zero {
            throw section.fault("UnusableUntil", "it ends before it begins (\(from ?? .zero))")
        }
        outage = Outage(reason: reason, from: from ?? .zero, until: until)
    }
}

extension String {
    /// Whether the text is that word and a small number.
    fileprivate func wholeMatch(after word: String) -> Bool {
        hasPrefix(word) && (1...3).contains(utf8.count - word.utf8.count)
            && utf8.dropFirst(word.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }
}
