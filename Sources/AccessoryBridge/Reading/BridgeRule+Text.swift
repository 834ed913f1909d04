// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BridgeRule {
    /// The keys that a written rule may have.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        case bluetoothName = "BluetoothName"
        case bluetoothAddress = "BluetoothAddress"
        case bluetoothService = "BluetoothService"
        case manufacturerData = "ManufacturerData"
        case serviceData = "ServiceData"
        case ssid = "SSID"
        case bssid = "BSSID"
    }

    /// Reads a rule that an app's maker has written, as accessoryd-app(5) describes it: each value is text with fields
    /// in braces, and fields of one name must be equal.
    ///
    /// Such a rule is never structural. Its weight depends on the bits of its fields. A rule that could hold for any
    /// two things is refused.
    ///
    /// - Parameters:
    ///   - family: the rule's owner: the app's identifier.
    ///   - label: the thing that agrees, for people.
    ///   - keys: values by ``Key``.
    public init(family: String, label: String, keys: [String: String]) throws(BridgeRuleFault) {
        var device: [DeviceTrait] = []
        var network: [NetworkTrait] = []
        let known = Key.allCases.map(\.rawValue)
        for key in keys.keys.sorted() where !known.contains(key) {
            throw BridgeRuleFault(key: key, "unknown key; known are \(known.joined(separator: ", "))")
        }
        for key in Key.allCases {
            guard let text = keys[key.rawValue] else { continue }
            do {
                switch key {
                case .bluetoothName: device.append(.name(try BridgeTemplate(text: text)))
                case .bluetoothAddress: device.append(.address(try BridgeAddress(text: text)))
                case .bluetoothService: device.append(.service(try Self.service(text)))
                case .manufacturerData: device.append(try Self.manufacturerData(text))
                case .serviceData: device.append(try Self.serviceData(text))
                case .ssid: network.append(.ssid(try BridgeTemplate(text: text, beside: device)))
                case .bssid: network.append(.bssid(try BridgeAddress(text: text)))
                }
            } catch {
                throw BridgeRuleFault(key: key.rawValue, error.reason)
            }
        }
        guard let end = network.last.map({ $0.key.rawValue }) else {
            throw BridgeRuleFault(key: nil, "set SSID or BSSID, which a rule derives from the device")
        }
        self.init(
            family: family, text: label, device: device, network: network,
            weight: .byBits(ofWhole: network.allSatisfy(\.isWhole)))
        try check(end)
    }

    private mutating func check(_ end: String) throws(BridgeRuleFault) {
        let (ofDevice, ofNetwork) = (device.flatMap(\.fields), network.flatMap(\.fields))
        for trait in network {
            for field in trait.fields where !ofDevice.contains(field) {
                throw BridgeRuleFault(
                    key: trait.key.rawValue,
                    "no key of the device has a field '\(field)'; write {*} for a part that varies")
            }
        }
        for field in ofDevice where !ofNetwork.contains(field) {
            throw BridgeRuleFault(
                key: end, "does not have the field '\(field)', which the device has; use it, or leave it out")
        }
        guard !fields.isEmpty else {
            throw BridgeRuleFault(
                key: end, "has no field of the device, and would hold for any; write one such as {serial}")
        }
        let bits = Set(fields).reduce(0.0) { sum, field in
            sum + (network.compactMap { $0.bits(of: field) }.min() ?? 0)
        }
        guard bits >= Individuality.least else {
            throw BridgeRuleFault(
                key: end,
                "has fields of about \(Int(bits)) bits, the same for many devices; at least 12 are needed, such "
                    + "as 4 digits")
        }
        // A field that allows any characters is weighed by its actual value.
        if network.allSatisfy(\.isMeasured) {
            weight = .fixed(BridgeWeight.declared(bits: bits, ofWhole: network.allSatisfy(\.isWhole)))
        }
    }

    private static func service(_ text: String) throws(Unreadable) -> BluetoothUUID {
        guard let uuid = BluetoothUUID(text) else {
            throw Unreadable("'\(text)' is not a service's UUID of 16 or 128 bits, such as 180D")
        }
        return uuid
    }

    private static func manufacturerData(_ text: String) throws(Unreadable) -> DeviceTrait {
        let (number, fields) = try BridgeBytes.fields(text)
        do throws(CompanyIdentifierFault) {
            return .manufacturerData(try CompanyIdentifier(text: number).number, fields)
        } catch {
            throw Unreadable("'\(number)' \(error)")
        }
    }

    private static func serviceData(_ text: String) throws(Unreadable) -> DeviceTrait {
        let (uuid, fields) = try BridgeBytes.fields(text)
        return .serviceData(try service(uuid), fields)
    }
}

extension NetworkTrait {
    fileprivate var key: BridgeRule.Key {
        switch self {
        case .ssid: .ssid
        case .bssid: .bssid
        }
    }

    /// The whole name or address is compared.
    fileprivate var isWhole: Bool {
        switch self {
        case .bssid(let address): return address.octets == 6
        case .ssid(let template):
            for case .field(let field) in template.parts where field.name == nil { return false }
            return true
        }
    }

    /// Its fields have a known number of bits, whatever their value.
    fileprivate var isMeasured: Bool {
        guard case .ssid(let template) = self else { return true }
        for case .field(let field) in template.parts where field.name != nil && field.alphabet == .any { return false }
        return true
    }

    /// The least number of bits in a field; nil if it is not here. A field of open length is measured by its value.
    fileprivate func bits(of field: String) -> Double? {
        switch self {
        case .bssid(let address):
            return address.field == field ? Double(address.octets * 8) : nil
        case .ssid(let template):
            for case .field(let part) in template.parts where part.name == field {
                guard let length = part.length else { return Individuality.least }
                return Double(length) * (part.alphabet == .hexadecimal ? 4 : 3.32)
            }
            return nil
        }
    }
}

extension DeviceTrait {
    /// The number of hexadecimal digits in the field; nil if it has others, or is not here.
    func hexadecimalDigits(of field: String) -> Int? {
        switch self {
        case .address(let address): return address.field == field ? address.octets * 2 : nil
        case .manufacturerData(_, let bytes), .serviceData(_, let bytes):
            return bytes.lazy.compactMap { $0.hexadecimalDigits(of: field) }.first
        case .name(let template):
            for case .field(let part) in template.parts where part.name == field && part.alphabet == .hexadecimal {
                return part.length
            }
            return nil
        case .service, .sentSSID, .rememberedBSSID, .rememberedSSID, .appearance: return nil
        }
    }
}
