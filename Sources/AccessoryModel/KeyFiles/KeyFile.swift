// SPDX-License-Identifier: Apache-2.0

/// A key file's groups and raw values, in the file's order: the `[Group]`, `Key=value` form of desktop entries.
package struct KeyFile: Hashable, Sendable {
    package struct Group: Hashable, Sendable {
        package var name: String
        package var keys: [String: String]
        /// The line where the group begins, counted from 1; nil if it was not read from text.
        package var line: Int?
        /// The line of each key, counted from 1.
        package var lines: [String: Int]

        package init(name: String, keys: [String: String], line: Int? = nil, lines: [String: Int] = [:]) {
            self.name = name
            self.keys = keys
            self.line = line
            self.lines = lines
        }
    }

    /// The file's path, for messages.
    package var path: String
    package internal(set) var groups: [Group] = []
    /// Of each name, so that a file of thousands of groups takes no square of their number.
    private var places: [String: Int] = [:]

    package init(path: String, groups: [Group]) {
        self.path = path
        for group in groups { append(group) }
    }

    package func group(_ name: String) -> Group? { place(of: name).map { groups[$0] } }

    /// The place among the groups of the first one with this name.
    func place(of name: String) -> Int? { places[name] }

    mutating func append(_ group: Group) {
        if places[group.name] == nil { places[group.name] = groups.count }
        groups.append(group)
    }

    /// Makes a fault of a key, a whole group or the whole file, with its line.
    package func fault(group name: String? = nil, key: String? = nil, _ reason: String) -> KeyFileFault {
        let group = name.flatMap(group)
        let line = key.flatMap { group?.lines[$0] } ?? group?.line
        return KeyFileFault(path: path, line: line, group: name, key: key, reason: reason)
    }

    /// Groups and keys that nobody reads: a misspelt one must not fail silently.
    package func unknown(beside expected: [String: Set<String>]) -> [KeyFileFault] {
        var faults: [KeyFileFault] = []
        for group in groups {
            guard let keys = expected[group.name] else {
                let known = expected.keys.sorted().joined(separator: ", ")
                faults.append(fault(group: group.name, "unknown group; known are \(known)"))
                continue
            }
            for key in group.keys.keys.sorted() where !keys.contains(key) {
                let known = keys.sorted().joined(separator: ", ")
                faults.append(fault(group: group.name, key: key, "unknown key; known are \(known)"))
            }
        }
        return faults
    }
}

extension KeyFile.Group {
    /// The parts between semicolons, without empty ones.
    package func list(_ key: String) -> [String] {
        // By bytes: as a character, a semicolon with a combining mark behind it would not match.
        keys[key]?.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)) } ?? []
    }

    /// - Parameter note: called with the reason if the value is neither `true` nor `false`; then the usual one counts.
    package func flag(_ key: String, default usual: Bool, note: (String) -> Void) -> Bool {
        switch keys[key] {
        case nil: return usual
        case "true": return true
        case "false": return false
        case let text?:
            note("'\(text)' is not true or false")
            return usual
        }
    }

    /// A number in digits alone.
    ///
    /// - Parameter note: called with the reason if the value is no such number; then the usual one counts.
    package func number(_ key: String, in range: ClosedRange<Int>, default usual: Int, note: (String) -> Void) -> Int {
        guard let text = keys[key] else { return usual }
        if let number = Int(text), range.contains(number), String(number) == text { return number }
        note("'\(text)' is not a number from \(range.lowerBound) to \(range.upperBound)")
        return usual
    }
}

extension KeyFile {
    /// The most bytes of a key file, so that it fits into a message, escaped.
    package static let largest = 256 << 10

    /// Reads a file's bytes as text. Throws if they are not UTF-8, or hold what no text editor writes.
    package static func text(_ contents: [UInt8], path: String) throws(KeyFileFault) -> String {
        guard contents.count <= largest else {
            throw KeyFileFault(path: path, reason: "is longer than \(largest) bytes")
        }
        var number = 0
        for line in contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            // No valid sequence spans lines.
            guard String(validating: line, as: UTF8.self) != nil else {
                throw KeyFileFault(path: path, line: number, reason: "not UTF-8")
            }
            guard !line.contains(0) else { throw KeyFileFault(path: path, line: number, reason: "has a zero byte") }
        }
        return String(decoding: contents, as: UTF8.self)
    }
}
