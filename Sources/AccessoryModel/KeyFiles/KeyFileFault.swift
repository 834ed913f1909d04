// SPDX-License-Identifier: Apache-2.0

/// A fault of a configuration file, with its place.
public struct KeyFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    /// Counted from 1; nil if the fault concerns the whole file, or something that is missing.
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
    /// In the file's order: faults of the whole file first, missing things last.
    public var inOrder: [KeyFileFault] {
        let place = { (fault: KeyFileFault) in fault.line ?? (fault.group == nil ? 0 : .max) }
        return enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }
}
