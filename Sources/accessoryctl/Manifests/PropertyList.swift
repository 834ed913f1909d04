// SPDX-License-Identifier: Apache-2.0

/// A value of a property list.
enum PropertyList: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([PropertyList])
    case dictionary([String: PropertyList])
    /// A date, data or a fraction: no key of an app's accessories has one.
    case other
}

/// The reason why a property list cannot be read, or cannot become a manifest.
struct PropertyListFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    var line: Int?
    var key: String?
    var reason: String

    var description: String {
        [line.map { "line \($0)" }, key, reason].compactMap(\.self).joined(separator: ": ")
    }
}
