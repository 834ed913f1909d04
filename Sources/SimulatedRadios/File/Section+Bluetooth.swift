// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Section {
    /// A radio's own address. Throws also if it is missing.
    func address(_ key: String, of thing: String) throws(KeyFileFault) -> MACAddress {
        guard let text = try text(key) else {
            throw fault(key, "every \(thing) has one, such as 02:00:00:00:01:00")
        }
        guard let address = MACAddress(text) else {
            throw fault(key, "'\(text)' is not an address of six bytes such as 02:00:00:00:01:00")
        }
        return address
    }

    /// Strength in dBm, or unknown to the radio. The outer nil means that the key is missing.
    func level(_ key: String) throws(KeyFileFault) -> Int?? {
        guard let text = group.keys[key] else { return .none }
        if text == "unknown" { return .some(nil) }
        guard text.utf8.count <= 4, let level = Int(text), (-127...20).contains(level), !text.hasPrefix("+") else {
            throw fault(key, "'\(text)' is neither unknown nor a number from -127 to 20")
        }
        return level
    }

    func list(_ key: String) throws(KeyFileFault) -> [Substring] {
        guard let text = try text(key) else { return [] }
        return Self.split(text, at: ";").map(Self.trimmed).filter { !$0.isEmpty }
    }

    func service(_ text: some StringProtocol, in key: String) throws(KeyFileFault) -> BluetoothUUID {
        guard let uuid = BluetoothUUID(String(text)) else {
            throw fault(key, "'\(text)' is not a Bluetooth UUID of 16 or 128 bits, such as 180D")
        }
        return uuid
    }

    /// `KEY:VALUE; …` in any order, each key once.
    func table<Key: Hashable>(
        _ key: String, by read: (Substring) throws(KeyFileFault) -> Key
    ) throws(KeyFileFault) -> [Key: [UInt8]] {
        var table: [Key: [UInt8]] = [:]
        for item in try list(key) {
            let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw fault(key, "'\(item)' lacks ':' and its bytes") }
            guard table.updateValue(try bytes(Self.trimmed(parts[1]), in: key), forKey: try read(parts[0])) == nil
            else { throw fault(key, "'\(parts[0])' is there twice") }
        }
        return table
    }

    /// Hexadecimal digits, or text between quotes.
    func bytes(_ text: Substring, in key: String) throws(KeyFileFault) -> [UInt8] {
        let bytes: [UInt8]
        if text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") {
            bytes = Array(text.dropFirst().dropLast().utf8)
        } else if let digits = [UInt8](hexadecimal: String(text)) {
            bytes = digits
        } else {
            throw fault(key, "'\(text)' is neither an even number of hexadecimal digits nor text in quotes: 'text'")
        }
        // The longest value of an attribute (Core Specification, Vol 3 Part F 3.2.9).
        guard bytes.count <= 512 else { throw fault(key, "a value has at most 512 bytes") }
        return bytes
    }

    static func trimmed(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { $0 != " " }), let last = text.lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return text[first...last]
    }

    /// Not within quotes.
    private static func split(_ text: String, at separator: Character) -> [Substring] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: true) { character in
            if character == "'" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }
    }
}
