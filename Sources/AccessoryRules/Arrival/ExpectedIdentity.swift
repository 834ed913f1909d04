// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// What shows an accessory on the home network: all that its hotspot implies, and all that it named while it got the
/// network.
package struct ExpectedIdentity: Hashable, Sendable, Codable {
    /// The address of its station: by its own word, or by what its hotspot implies. Nil if neither is known.
    package private(set) var station: MACAddress?
    /// The address that its station has if its chip is one of Espressif's, which nothing shows. Another address is no
    /// contradiction.
    package private(set) var impliedStation: MACAddress?
    /// The last three octets of its station's address, if its hotspot's name ends with them and nothing has the rest.
    package private(set) var ending: [UInt8]?
    /// Names of its host, its announcement and its page, in small letters.
    package private(set) var names: Set<String> = []
    /// The address on the home network that it named itself.
    package private(set) var address: String?
    /// It named that address in a session that its label's secret opened.
    package private(set) var isProven = false
    /// It took the network in a session that its label's secret opened, so it will ask for that again. Nil if it did not.
    package private(set) var wantsProof: Bool?
    package private(set) var family: Family?

    package init() {}

    /// An accessory's hotspot: its name, and the access point.
    package init(family: Family?, hotspot: SSID, bssid: MACAddress?) {
        self.family = family
        let name = String(decoding: hotspot.bytes, as: UTF8.self)
        let digits = Self.digits(of: name)
        if let digits, digits.count == 6, family == .shelly || family == .shelly1 {
            station = MACAddress(digits)
        } else {
            station = bssid.flatMap { Self.station(of: $0, family) }
            if let digits, digits.count == 3, Self.namesStation(family, name) {
                // A chip with an address of its owner's choice breaks the maker's rule, and the name is the owner's word.
                if station.map({ Array($0.bytes.suffix(3)) }) != digits { station = nil }
                if station == nil { ending = digits }
            }
        }
        guard Self.namesHost(family) else { return }
        expect(name: name)
        // A host name has no low line (RFC 952), so newer builds of Tasmota write hyphens there.
        if name.contains("_") { expect(name: String(name.map { $0 == "_" ? "-" : $0 })) }
    }

    /// An accessory's Bluetooth side.
    package init(family: Family?, bluetooth: BluetoothAddress, name: String?) {
        self.family = family
        if family == .shelly, let digits = name.flatMap({ Self.digits(of: $0) }), digits.count == 6 {
            station = MACAddress(digits)
            name.map { expect(name: $0) }
            return
        }
        guard family == .espressif || family == .improv, bluetooth.kind == .public else { return }
        // Bluetooth has the address after the next one (esp_hw_support/mac_addr.c), and Espressif's name the station's own.
        let implied = Self.added(-2, to: bluetooth.address)
        if let name, Self.namesStation(family, name), let ending = Self.digits(of: name), ending.count == 3 {
            if Array(implied.bytes.suffix(3)) == ending { station = implied } else { self.ending = ending }
        } else {
            impliedStation = implied
        }
    }

    /// An accessory that was called by its label, which may have its station's address (Wi-Fi Easy Connect, 5.2.1).
    package init(_ label: EasyConnectLabel) {
        family = .easyConnect
        station = label.address
    }

    /// The accessory's own word. It outranks what the hotspot implies, because the chip's owner may change that.
    package mutating func identify(_ device: DeviceIdentity) {
        if let address = device.address, Self.isOneStations(address) { know(address) }
        if let name = device.name, Self.namesPage(family) { expect(name: name) }
    }

    /// The outcome of the hand-over.
    package mutating func end(_ outcome: ProvisioningOutcome, protection: HandOverProtection?) {
        if protection == .proven { wantsProof = true }
        guard case .onNetwork(let address, let page) = outcome else { return }
        let named = address.flatMap { Self.ownWord($0) }
        let host = page.flatMap { PageHost(of: $0) }
        self.address = named ?? host?.address
        if let name = host?.localName { expect(name: name) }
        isProven = named != nil && protection == .proven
    }

    /// The identity by which the accessory is found again later. What it said of its address holds for one look alone, and
    /// a confirmed place shows its station.
    package func lasting(_ finding: ArrivalFinding) -> ExpectedIdentity {
        var identity = self
        if case .confirmed(let place, _) = finding, let station = place.station { identity.know(station) }
        (identity.address, identity.isProven) = (nil, false)
        return identity
    }

    /// The same accessory, asked first at the address where it was seen last.
    package func last(at address: String?) -> ExpectedIdentity {
        var identity = self
        identity.address = address
        return identity
    }

    /// Nothing shows this accessory, so nobody can look for it.
    package var isEmpty: Bool { !hasStation && ending == nil && names.isEmpty && address == nil }

    /// The whole address of a station is expected.
    package var hasStation: Bool { station != nil || impliedStation != nil }

    /// Its hotspot is for the set-up alone, so it opens again only after a reset. A camera's is for its use, too.
    package var hasHotspotForSetUpAlone: Bool {
        switch family {
        case .espressif, .shelly, .shelly1, .improv, .esphome, .wled, .tasmota: true
        case .gopro, .theta, .easyConnect, nil: false
        }
    }

    /// A station that may be the accessory's; false if it is another one. Nil if nothing is known to compare it with.
    package func fits(_ station: MACAddress) -> Bool? {
        if let own = self.station { return own == station }
        if impliedStation == station { return true }
        return ending.map { Array(station.bytes.suffix(3)) == $0 }
    }

    /// Both are of one station.
    func isSame(as other: ExpectedIdentity) -> Bool {
        (other.station ?? other.impliedStation).map { fits($0) == true } ?? false
    }

    package func has(name: String?) -> Bool { name.map { names.contains($0.lowercased()) } == true }

    /// The types under which its family announces itself.
    package var types: [String] {
        switch family {
        case .shelly, .shelly1: ["_shelly._tcp", "_http._tcp"]
        case .esphome: ["_esphomelib._tcp", "_http._tcp"]
        case .improv: ["_esphomelib._tcp", "_wled._tcp", "_http._tcp"]
        case .wled: ["_wled._tcp", "_http._tcp"]
        case .gopro: ["_gopro-web._tcp"]
        case .theta: ["_osc._tcp"]
        case .espressif, .easyConnect: ["_http._tcp", "_hap._tcp"]
        case .tasmota: ["_http._tcp"]
        case nil: ["_http._tcp"]
        }
    }

    private mutating func know(_ address: MACAddress) { (station, impliedStation, ending) = (address, nil, nil) }

    private mutating func expect(name: String) {
        names.insert(DisplayName.harmless(name.lowercased(), longest: Announcement.longest))
    }
}

// What a hotspot implies.
extension ExpectedIdentity {
    /// Espressif's chips number their radios from one address, the station's. The access point has the next one, by the
    /// last octet without a carry; or the same one with the locally-administered bit, on chips with two addresses and on
    /// the ESP8266 (esp-idf, components/esp_hw_support/mac_addr.c).
    private static func station(of bssid: MACAddress, _ family: Family?) -> MACAddress? {
        switch family {
        case .espressif, .esphome, .wled, .tasmota, .shelly, .shelly1: break
        case .improv, .gopro, .theta, .easyConnect, nil: return nil
        }
        guard bssid.bytes[0] & 0x02 != 0 else { return added(-1, to: bssid) }
        return MACAddress([bssid.bytes[0] & ~0x02] + bssid.bytes.dropFirst())
    }

    private static func added(_ number: Int, to address: MACAddress) -> MACAddress {
        let last = UInt8(truncatingIfNeeded: Int(address.bytes[5]) + number)
        return MACAddress(Array(address.bytes.dropLast()) + [last]) ?? address
    }

    /// The six or twelve hexadecimal digits of a radio's address in a name, which a hyphen or `_` sets off.
    private static func digits(of name: String) -> [UInt8]? {
        name.split(whereSeparator: { $0 == "-" || $0 == "_" }).dropFirst().lazy
            .compactMap { [UInt8](hexadecimal: String($0)) }.first { $0.count == 3 || $0.count == 6 }
    }

    /// The name ends with three octets of the station's address, unless its owner chose another one. That of Espressif's
    /// example does; makers' own names may have the octets of any radio.
    private static func namesStation(_ family: Family?, _ name: String) -> Bool {
        switch family {
        case .espressif: name.hasPrefix("PROV_")
        case .shelly1, .wled, .tasmota: true
        case .shelly, .esphome, .improv, .gopro, .theta, .easyConnect, nil: false
        }
    }

    /// The host has the hotspot's name.
    private static func namesHost(_ family: Family?) -> Bool {
        switch family {
        case .shelly, .shelly1, .tasmota: true
        case .wled, .esphome, .espressif, .improv, .gopro, .theta, .easyConnect, nil: false
        }
    }

    /// The name that the accessory gives itself is one of a single device: a serial number, an identifier, or the name of
    /// one configuration. A WLED is named `WLED`, as all others are.
    private static func namesPage(_ family: Family?) -> Bool {
        switch family {
        case .shelly, .esphome, .theta, .gopro: true
        case .shelly1, .wled, .tasmota, .espressif, .improv, .easyConnect, nil: false
        }
    }

    /// A group's address, and the one of zeros, is no station's.
    private static func isOneStations(_ address: MACAddress) -> Bool {
        address.bytes[0] & 1 == 0 && address.bytes.contains { $0 != 0 }
    }

    /// A link-local address of IPv6 is none, because the accessory cannot know the interface of this machine.
    private static func ownWord(_ text: String) -> String? {
        IPAddress(text).flatMap { $0.needsInterface ? nil : $0.description }
    }
}
