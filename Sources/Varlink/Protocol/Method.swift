// SPDX-License-Identifier: Apache-2.0

/// A method of an interface: a type that binds the name, the parameters and the reply, for both ends of a connection.
///
/// `packaging/generate-interface` writes these types from the descriptions. A value has nothing in it; it lets a caller
/// write `.getStatus`.
package protocol Method: Sendable {
    /// The namespace of the interface's methods.
    associatedtype Interface
    associatedtype Request: Codable & Sendable
    associatedtype Reply: Codable & Sendable
    /// The full name: the interface's, a dot and the member's.
    static var name: String { get }
}

/// A method with one reply.
package protocol SingleMethod: Method {}

/// A method whose replies are a stream, for which a caller sets `more`.
package protocol StreamMethod: Method {}

/// A method whose reply is a list. If the caller sets `more`, a list that is longer than a message comes in parts.
package protocol ListMethod: SingleMethod {}
