// SPDX-License-Identifier: Apache-2.0

/// A fault of a configuration file, with its place.
package struct KeyFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    package var path: String
    /// Counted from 1; nil if the fault concerns the whole file, or something that is missing.
    package var line: Int?
    package var group: String?
    package var key: String?
    package var reason: String

    package init(path: String, line: Int? = nil, group: String? = nil, key: String? = nil, reason: String) {
        self.path = path
        self.line = line
        self.group = group
        self.key = key
        self.reason = reason
    }

    /// `a.conf:7: [Identity] Units: 'camera' does not end in .service`
    package var description: String {
        var place = path
        if let line { place += ":\(line)" }
        let subject = [group.map { "[\($0)]" }, key].compactMap { $0 }.joined(separator: " ")
        return subject.isEmpty ? "\(place): \(reason)" : "\(place): \(subject): \(reason)"
    }
}

extension [KeyFileFault] {
    /// In the file's order: faults of the whole file first, missing things last.
    package var inOrder: [KeyFileFault] {
        let place = { (fault: KeyFileFault) in fault.line ?? (fault.group == nil ? 0 : .max) }
        return enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }

    /// The most faults of one file in an answer and in the journal, which have limits.
    package static let mostShown = 50

    /// The first faults of each file, and after them the number of the rest.
    package var shortened: [KeyFileFault] {
        Dictionary(grouping: enumerated(), by: \.element.path).values.flatMap { faults in
            let rest = faults.dropFirst(Self.mostShown)
            return faults.prefix(Self.mostShown)
                + rest.prefix(1).map { (first, fault) in
                    (offset: first, element: KeyFileFault(path: fault.path, reason: "\(rest.count) more faults"))
                }
        }
        .sorted { $0.offset < $1.offset }.map(\.element)
    }
}
