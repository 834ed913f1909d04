// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The name of an accessory that no person has named: the app's name for it, with the end of its SSID or address if
/// another accessory has that name. Labels show these ends.
package struct DefaultName: Hashable, Sendable {
    package var name: String
    package var ssid: SSID?
    package var bssid: MACAddress?
    package var bluetooth: MACAddress?

    package init(_ name: String, ssid: SSID?, bssid: MACAddress?, bluetooth: MACAddress?) {
        self.name = name
        self.ssid = ssid
        self.bssid = bssid
        self.bluetooth = bluetooth
    }

    /// The shortest name that no other accessory has.
    package func text(isTaken: (String) -> Bool) -> String {
        let addresses = [bssid, bluetooth].compactMap { $0?.description }
        let parts =
            [ssid.flatMap(Self.end)].compactMap { $0 } + addresses.map { String($0.suffix(Self.octets)) } + addresses
        let names = [name] + parts.filter { !name.hasSuffix($0) }.map { extended($0) }
        return names.first { !isTaken($0) } ?? names.last ?? name
    }

    /// Two octets with their colon.
    private static let octets = 5
    private static let mostCharacters = 8

    private func extended(_ part: String) -> String {
        DisplayName.harmless(name, longest: DisplayName.longest - part.utf8.count - 1) + " " + part
    }

    /// The letters and digits at its end: `0042` of `MyCam-0042`. If there are more of them than a label would set
    /// apart, the last four, if they are a number. Nil if they are the end of a word, which no label sets apart.
    private static func end(_ ssid: SSID) -> String? {
        let end = ssid.bytes.reversed().prefix { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            case _: false
            }
        }
        // After a letter beyond ASCII it would be half of a word.
        let before = ssid.bytes.dropLast(end.count).last
        guard !end.isEmpty, before.map({ $0 < 0x80 }) ?? true else { return nil }
        guard end.count > mostCharacters || end.count == ssid.bytes.count else {
            return String(decoding: end.reversed(), as: UTF8.self)
        }
        let last = end.prefix(4)
        let isNumber = last.contains(where: isDigit) && last.allSatisfy(isHexadecimal)
        let number = isNumber ? last : last.prefix(while: isDigit)
        return number.isEmpty ? nil : String(decoding: number.reversed(), as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}

extension Records {
    /// Whether an accessory has this name.
    package func hasName(_ name: String) -> Bool {
        accessories().contains { $0.first?.accessory.displayName == name }
    }
}
