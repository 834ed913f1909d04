// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension SimulatedAccessPoint {
    static let keys: Set<String> = [
        "SSID", "BSSID", "Frequency", "Signal", "Security", "Passphrase", "Twin", "Hidden", "Appears", "Goes",
        "Returns", "TimesFrom", "Fault", "FaultCount", "Address", "Gateway", "Drops", "Interrupts",
        "HomeAddress", "HomeStation", "HomeTime", "HomeService",
    ]

    /// Reads a group `[AccessPoint LABEL]`.
    init(_ section: Section, besides others: [SimulatedAccessPoint]) throws(KeyFileFault) {
        try section.expect(Self.keys)
        guard let ssid = try section.ssid("SSID") else { throw section.fault("SSID", "every access point has one") }
        let bssid = try section.address("BSSID", of: "access point")
        guard bssid.bytes[0] & 1 == 0 else {
            throw section.fault("BSSID", "'\(bssid)' is a group address; the first byte of an access point's is even")
        }
        guard !others.contains(where: { $0.bssid == bssid }) else {
            throw section.fault("BSSID", "\(bssid) is another access point's already")
        }
        self.init(ssid: ssid, bssid: bssid)
        signal = try section.number("Signal", in: 1...100) ?? signal
        isHidden = try section.flag("Hidden") ?? isHidden
        frequency = try section.number("Frequency", in: 2412...7115) ?? frequency
        guard Self.isChannel(frequency) else {
            let reason = "\(frequency) MHz is no Wi-Fi channel; channels 1, 6 and 11 are 2412, 2437 and 2462"
            throw section.fault("Frequency", reason)
        }
        try readSecurity(section)
        try readTwin(section)
        try readTimes(section)
        try readFault(section)
        try readAddress(section)
        // As Espressif's chips number their radios.
        let before = MACAddress(Array(bssid.bytes.dropLast()) + [bssid.bytes[5] &- 1]) ?? bssid
        home = try section.home(station: before)
    }

    private static func isChannel(_ frequency: Int) -> Bool {
        switch frequency {
        case 2412...2472: (frequency - 2412).isMultiple(of: 5)
        case 2484: true
        case 5160...5885: frequency.isMultiple(of: 5)
        case 5955...7115: (frequency - 5955).isMultiple(of: 5)
        case _: false
        }
    }

    private mutating func readSecurity(_ section: Section) throws(KeyFileFault) {
        security = try section.word("Security") { (security: Security) in security.rawValue } ?? security
        switch security.key {
        case .none, .unsupported:
            guard !section.has("Passphrase") else {
                throw section.fault("Passphrase", "a network with Security=\(security.rawValue) takes none")
            }
        case .passphrase:
            guard let text = section.group.keys["Passphrase"] else {
                throw section.fault("Passphrase", "Security=\(security.rawValue) takes one")
            }
            do {
                passphrase = try Passphrase(text)
            } catch {
                throw section.fault("Passphrase", error.description)
            }
        }
    }

    /// The device that poses as the access point knows the passphrase, if it asks for one.
    private mutating func readTwin(_ section: Section) throws(KeyFileFault) {
        twin = try section.word("Twin") { (security: Security) in security.rawValue }
        guard let twin else { return }
        switch twin.key {
        case .none: break
        case .passphrase:
            if passphrase == nil {
                throw section.fault("Twin", "'\(twin.rawValue)' takes a passphrase, and the access point has none")
            }
        case .unsupported: throw section.fault("Twin", "'\(twin.rawValue)' is never joined")
        }
    }

    private mutating func readTimes(_ section: Section) throws(KeyFileFault) {
        presence = try section.presence()
        presence.awaitsLook =
            try section.word("TimesFrom") { (beginning: Presence.Beginning) in beginning.rawValue } == .look
        drops = try section.duration("Drops")
        interrupts = try section.duration("Interrupts")
        guard drops == nil || interrupts == nil else {
            throw section.fault("Interrupts", "Drops ends the link already; set one of them")
        }
    }

    private mutating func readFault(_ section: Section) throws(KeyFileFault) {
        fault = try section.word("Fault") { (fault: Fault) in fault.rawValue } ?? fault
        faultsLeft = try section.number("FaultCount", in: 1...1000)
        if fault == .none, faultsLeft != nil {
            throw section.fault("FaultCount", "there is no Fault to count")
        }
        if fault == .vanish, faultsLeft != nil {
            throw section.fault("FaultCount", "Fault=vanish happens once and for good")
        }
        if fault == .wrongPassphrase, security.key != .passphrase {
            throw section.fault("Fault", "a network with Security=\(security.rawValue) asks for no passphrase")
        }
    }

    private mutating func readAddress(_ section: Section) throws(KeyFileFault) {
        guard fault != .noDHCP || faultsLeft != nil || !(section.has("Address") || section.has("Gateway")) else {
            throw section.fault(section.has("Address") ? "Address" : "Gateway", "Fault=no-dhcp gives none")
        }
        if let text = try section.text("Address") {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let address = IPAddress(any: parts[0]), !address.isV6, let length = Int(parts[1]),
                (8...30).contains(length)
            else { throw section.fault("Address", "'\(text)' is not an address such as 192.168.4.2/24") }
            self.address = address.description
            prefixLength = length
        } else {
            gateway = "192.168.4.1"
        }
        guard let text = try section.text("Gateway") else { return }
        guard let gateway = IPAddress(any: text), !gateway.isV6 else {
            throw section.fault("Gateway", "'\(text)' is not an address such as 192.168.4.1")
        }
        guard gateway.description != address,
            IPAddress(any: address)?.shares(prefix: prefixLength, with: gateway) == true
        else {
            throw section.fault("Gateway", "\(gateway) is not another address of \(address)/\(prefixLength)")
        }
        self.gateway = gateway.description
    }
}
