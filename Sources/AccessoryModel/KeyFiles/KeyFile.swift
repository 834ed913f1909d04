// SPDX-License-Identifier: Apache-2.0

/// A key file's groups and raw values, in the file's order: the `[Group]`, `Key=value` form of desktop entries.
public struct KeyFile: Hashable, Sendable {
    public struct Group: Hashable, Sendable {
        public var name: String
        public var keys: [String: String]
        /// Where the group begins, counted from 1; nil when it was not read from text.
        public var line: Int?
        /// Where each key stands, counted from 1.
        public var lines: [String: Int]

        public init(name: String, keys: [String: String], line: Int? = nil, lines: [String: Int] = [:]) {
            self.name = name
            self.keys = keys
            self.line = line
            self.lines = lines
        }
    }

    /// The file's path, for messages.
    public var path: String
    public var groups: [Group]

    public init(path: String, groups: [Group]) {
        self.path = path
        self.groups = groups
    }

    public func group(_ name: String) -> Group? { groups.first { $0.name == name } }

    /// What is wrong with a key, a whole group or the whole file, with the line where it is.
    public func fault(group name: String? = nil, key: String? = nil, _ reason: String) -> KeyFileFault {
        let group = name.flatMap(group)
        let line = key.flatMap { group?.lines[$0] } ?? group?.line
        return KeyFileFault(path: path, line: line, group: name, key: key, reason: reason)
    }

    /// Groups and keys that nobody reads: a misspelt one shall not be silently without effect.
    public func unknown(beside expected: [String: Set<String>]) -> [KeyFileFault] {
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
    public func list(_ key: String) -> [String] {
        // By bytes: a combining mark would hide the semicolon before it among the characters.
        keys[key]?.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)) } ?? []
    }
}

extension KeyFile {
    /// A key file is no longer than this many bytes, so that it fits into a message, escaped.
    public static let largest = 256 << 10

    /// A file's bytes as text. Throws where they are not UTF-8, and for what no text editor writes.
    public static func text(_ contents: [UInt8], path: String) throws(KeyFileFault) -> String {
        guard contents.count <= largest else {
            throw KeyFileFault(path: path, reason: "is longer than \(largest) bytes")
        }
        var number = 0
        for line in contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            // Nothing that is valid spans lines.
            guard String(validating: line, as: UTF8.self) != nil else {
                throw KeyFileFault(path: path, line: number, reason: "not UTF-8")
            }
            guard !line.contains(0) else { throw KeyFileFault(path: path, line: number, reason: "has a zero byte") }
        }
        return String(decoding: contents, as: UTF8.self)
    }
}
