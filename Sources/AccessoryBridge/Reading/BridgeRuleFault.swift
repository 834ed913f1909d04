// SPDX-License-Identifier: Apache-2.0

/// A fault of a rule that is written as keys and values.
public struct BridgeRuleFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nil if something is missing.
    public var key: String?
    /// The fault, and what to write instead.
    public var reason: String

    public init(key: String?, _ reason: String) {
        self.key = key
        self.reason = reason
    }

    public var description: String { key.map { "\($0): \(reason)" } ?? reason }
}

/// A fault of a value whose key is not known yet.
struct Unreadable: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
}
