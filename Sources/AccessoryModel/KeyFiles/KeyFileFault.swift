// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a configuration file, and where.
public struct KeyFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    /// Counted from 1; nil when it is about the whole file, or about what is not there.
    public var line: Int?
    public var group: String?
    public var key: String?
    public var reason: String

    public init(path: String, line: Int? = nil, group: String? = nil, key: String? = nil, reason: String) {
        self.path = path
        self.line = line
        self.group = group
        self.key = key
        self.reason = reason
    }

    /// `a.conf:7: [Identity] Units: 'camera' does not end in .service`
    public var description: String {
        var place = path
        if let line { place += ":\(line)" }
        let subject = [group.map { "[\($0)]" }, key].compactMap { $0 }.joined(separator: " ")
        return subject.isEmpty ? "\(place): \(reason)" : "\(place): \(subject): \(reason)"
    }
}

extension [KeyFileFault] {
    /// In the file's order: first what is about the file as a whole, last what is not there.
    public var inOrder: [KeyFileFault] {
        let place = { (fault: KeyFileFault) in fault.line ?? (fault.group == nil ? 0 : .max) }
        return enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }
}
