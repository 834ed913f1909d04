// SPDX-License-Identifier: Apache-2.0

/// A key file's groups and raw values, in the file's order: the `[Group]`, `Key=value` form of desktop entries.
public struct KeyFile: Hashable, Sendable {
    public struct Group: Hashable, Sendable {
        public var name: String
        public var keys: [String: String]

        public init(name: String, keys: [String: String]) {
            self.name = name
            self.keys = keys
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

    /// Refuses groups and keys that nobody reads, so that a misspelt one is not silently without effect.
    public func expect(_ expected: [String: Set<String>]) throws(KeyFileFault) {
        for group in groups {
            guard let keys = expected[group.name] else {
                throw KeyFileFault(
                    path: path, group: group.name,
                    reason: "unknown group; known are \(expected.keys.sorted().joined(separator: ", "))")
            }
            for key in group.keys.keys.sorted() where !keys.contains(key) {
                throw KeyFileFault(
                    path: path, group: group.name, key: key,
                    reason: "unknown key; known are \(keys.sorted().joined(separator: ", "))")
            }
        }
    }
}

extension KeyFile.Group {
    /// The parts between semicolons, without empty ones.
    public func list(_ key: String) -> [String] {
        keys[key]?.split(separator: ";").map { String($0) } ?? []
    }
}

/// What is wrong with a configuration file, and where.
public struct KeyFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    public var group: String?
    public var key: String?
    public var reason: String

    public init(path: String, group: String? = nil, key: String? = nil, reason: String) {
        self.path = path
        self.group = group
        self.key = key
        self.reason = reason
    }

    public var description: String {
        var place = path
        if let group { place += ": [\(group)]" }
        if let key { place += " \(key)" }
        return "\(place): \(reason)"
    }
}
