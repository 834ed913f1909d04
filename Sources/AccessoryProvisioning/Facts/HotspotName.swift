// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The forms of names that families give to their hotspots.
struct HotspotName {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Both generations have the type, a hyphen, and digits of the address: all twelve in the second generation. The
    /// first has the last six, and later models all twelve, but writes the type in small letters. Types of the third
    /// generation and later end with its number, `G3`; identifiers of any generation are in small letters.
    var shelly: FamilyRecognition? {
        guard text.lowercased().hasPrefix("shelly"), let hyphen = text.lastIndex(of: "-") else { return nil }
        let type = text[..<hyphen]
        switch hexadecimalDigits(text[text.index(after: hyphen)...]) {
        case 6 where type.hasPrefix("shelly"): return FamilyRecognition(.shelly1, .certain)
        case 12 where type.hasPrefix("Shelly"): return FamilyRecognition(.shelly, .certain)
        case 6: return FamilyRecognition(.shelly1, .likely)
        case 12 where type.hasPrefix("shellyplus") || type.hasPrefix("shellypro") || Self.endsWithGeneration(type):
            return FamilyRecognition(.shelly, .certain)
        case 12: return FamilyRecognition(.shelly1, .likely)
        case _: return nil
        }
    }

    private static func endsWithGeneration(_ type: Substring) -> Bool {
        type.dropLast().hasSuffix("g") && type.utf8.last.map { (0x33...0x39).contains($0) } == true
    }

    /// The example's prefix, which many products keep.
    var espressif: FamilyRecognition? {
        guard text.hasPrefix("PROV_") else { return nil }
        return FamilyRecognition(.espressif, hexadecimalDigits(text.dropFirst(5)) == 6 ? .certain : .likely)
    }

    /// A fixed name and a known passphrase. Builds with a name of their own have the last six digits of the address.
    func wled(_ security: Security) -> FamilyRecognition? {
        guard text == "WLED-AP" || text.hasPrefix("WLED-") && hexadecimalDigits(text.dropFirst(5)) == 6 else {
            return nil
        }
        return FamilyRecognition(.wled, security.key == .passphrase ? .certain : .likely)
    }

    /// The topic and the last four decimal digits of the address. The default topic is `tasmota_` and six hexadecimal
    /// digits, with which some builds stop; newer ones write hyphens for its low lines (arendst/Tasmota, pull request
    /// 11693). Old builds have no digits in the topic, and older ones `sonoff` (`user_config.h`).
    var tasmota: FamilyRecognition? {
        let parts = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard ["tasmota", "sonoff"].contains(parts[0]), (2...3).contains(parts.count) else { return nil }
        let own = FamilyRecognition(.tasmota, parts[0] == "tasmota" ? .certain : .likely)
        let hasDigits = hexadecimalDigits(parts[1]) == 6
        if parts.count == 3 { return hasDigits && isNumber(parts[2], of: 4) ? own : nil }
        if hasDigits { return own }
        return isNumber(parts[1], of: 4) ? FamilyRecognition(.tasmota, .likely) : nil
    }

    /// THETA has two letters of the model, eight digits and `.OSC`; the models S, SC and SC2 are never a station
    /// (ricohapi/theta-ble-client 1.3.3, `ThetaModel.kt`). GoPro has `GP` and the last eight characters of its serial
    /// number.
    var camera: FamilyRecognition? {
        if text.hasPrefix("THETA"), text.hasSuffix(".OSC"), text.utf8.count == 19,
            isNumber(text.dropFirst(7).dropLast(4), of: 8)
        {
            let isStation = !["XS", "YJ", "YP"].contains(text.dropFirst(5).prefix(2))
            return isStation ? FamilyRecognition(.theta, .certain) : nil
        }
        return text.hasPrefix("GP") && isNumber(text.dropFirst(2), of: 8) ? FamilyRecognition(.gopro, .likely) : nil
    }

    /// The name that ESPHome's wizard writes into a new configuration. People choose others.
    var esphome: FamilyRecognition? {
        text.hasSuffix(" Fallback Hotspot") ? FamilyRecognition(.esphome, .likely) : nil
    }

    /// The number of digits; nil if something else is in it.
    private func hexadecimalDigits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { $0 < 0x80 } && text.allSatisfy(\.isHexDigit) ? text.utf8.count : nil
    }

    private func isNumber(_ text: some StringProtocol, of count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
