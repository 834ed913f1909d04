// SPDX-License-Identifier: Apache-2.0

/// An object of the app's that the library holds weakly, such as a delegate. It need not be `Sendable`, as on phones.
//
// The compiler cannot check that an object belongs on the queue that the app chose. The library uses it nowhere else.
package struct AppReference<Value>: @unchecked Sendable {
    private let body: () -> Value?

    /// - Parameter body: captures the object weakly, and returns it.
    package init(_ body: @escaping () -> Value?) { self.body = body }

    package var value: Value? { body() }
}
