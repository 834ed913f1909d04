// SPDX-License-Identifier: Apache-2.0

/// Reads a key file by the rules of GLib 2.74 (g_key_file_load_from_data, translations kept), and refuses in its words.
extension KeyFile {
    /// Reads a key file as ``read(_:path:)`` does. Throws the first fault.
    package init(_ contents: some Sequence<UInt8>, path: String) throws(KeyFileFault) {
        let (file, faults) = Self.read(contents, path: path)
        if let fault = faults.first { throw fault }
        self = file
    }

    /// Reads the file as far as possible. Values stay as they are written, so a reader's own escapes, such as an SSID's,
    /// survive.
    ///
    /// - Returns: the file, and every line that could not be read, in the file's order. The contents of those lines are
    ///   missing: a file with faults is for messages only.
    package static func read(
        _ contents: some Sequence<UInt8>, path: String
    ) -> (file: KeyFile, faults: [KeyFileFault]) {
        var reader = KeyFileReader(path: path)
        do throws(KeyFileFault) {
            let text = try KeyFile.text(Array(contents), path: path)
            for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                reader.read(line)
                // A file with this many mistakes was not meant as a key file.
                guard reader.unreadable.count < 20 else { return (KeyFile(path: path, groups: []), reader.unreadable) }
            }
        } catch {
            return (reader.file, [error])
        }
        return (reader.file, (reader.unreadable + reader.repeated).inOrder)
    }
}

/// The lines of a key file, one after the other.
private struct KeyFileReader {
    private(set) var file: KeyFile
    private(set) var unreadable: [KeyFileFault] = []
    /// GLib joins equal groups and lets the last of two equal keys win, so one of a person's lines would have no effect.
    private(set) var repeated: [KeyFileFault] = []
    private var number = 0
    private var current: Int?

    init(path: String) { file = KeyFile(path: path, groups: []) }

    mutating func read(_ line: Substring.UTF8View) {
        number += 1
        var whole = line
        // Other systems' line ends. GLib removes one carriage return, but none before the end of the file.
        while whole.last == UInt8(ascii: "\r") { whole.removeLast() }
        let line = whole.drop(while: Self.isBlank)
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        if first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")),
            line[line.index(after: end)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        {
            group(line[line.index(after: line.startIndex)..<end])
        } else if first != UInt8(ascii: "="), let equals = line.firstIndex(of: UInt8(ascii: "=")) {
            var key = line[..<equals]
            while key.last.map(Self.isBlank) == true { key.removeLast() }
            set(key, line[line.index(after: equals)...].drop(while: Self.isBlank))
        } else {
            refuse("Key file contains line “\(Substring(whole))” which is not a key-value pair, group, or comment")
        }
    }

    private mutating func group(_ name: Substring.UTF8View) {
        let text = String(Substring(name))
        guard !name.isEmpty, !name.contains(UInt8(ascii: "[")), name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return refuse("Invalid group name: \(text)")
        }
        current = file.place(of: text)
        guard let current else {
            file.append(KeyFile.Group(name: text, keys: [:], line: number))
            current = file.groups.indices.last
            return
        }
        let first = file.groups[current].line.map { "; the first is in line \($0)" } ?? ""
        report(text, nil, "a second group of this name\(first)")
    }

    private mutating func set(_ key: Substring.UTF8View, _ value: Substring.UTF8View) {
        guard let current else { return refuse("Key file does not start with a group") }
        let (key, value, group) = (String(Substring(key)), String(Substring(value)), file.groups[current].name)
        guard Self.isName(key) else { return refuse("Invalid key name: \(key)") }
        if current == 0, key == "Encoding", value.lowercased() != "utf-8" {
            return refuse("Key file contains unsupported encoding “\(value)”")
        }
        if let first = file.groups[current].lines.updateValue(number, forKey: key) {
            report(group, key, "given twice; first in line \(first)")
        }
        file.groups[current].keys[key] = value
    }

    /// Possibly with a language behind it: `Name[de]`.
    private static func isName(_ key: String) -> Bool {
        let scalars = key.unicodeScalars
        let stem = scalars.prefix { $0 != "[" && $0 != "]" && $0 != "=" }
        guard !stem.isEmpty, stem.first != " ", stem.last != " " else { return false }
        guard stem.count < scalars.count else { return true }
        let language = scalars.dropFirst(stem.count)
        return language.first == "[" && language.last == "]" && language.count >= 2
            && language.dropFirst().dropLast().allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
                case .decimalNumber, .letterNumber, .otherNumber: true
                case _: "-_.@".unicodeScalars.contains(scalar)
                }
            }
    }

    private mutating func refuse(_ reason: String) {
        unreadable.append(KeyFileFault(path: file.path, line: number, reason: reason))
    }

    private mutating func report(_ group: String, _ key: String?, _ reason: String) {
        repeated.append(KeyFileFault(path: file.path, line: number, group: group, key: key, reason: reason))
    }

    /// GLib's blanks (g_ascii_isspace); unlike for isspace(3), the vertical tab is none.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte != 0x0B && (0x09...0x0D).contains(byte) }
}
