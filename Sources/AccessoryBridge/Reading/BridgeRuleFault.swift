// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a rule that is written as keys and values.
public struct BridgeRuleFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nil when it is about what is not there.
    public var key: String?
    /// What is wrong, and what to write instead.
    public var reason: String

    public init(key: String?, _ reason: String) {
        self.key = key
        self.reason = reason
    }

    public var description: String { key.map { "\($0): \(reason)" } ?? reason }
}

/// What is wrong with a value, before it is known which key it is of.
struct Unreadable: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
}
