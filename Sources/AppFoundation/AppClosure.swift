// SPDX-License-Identifier: Apache-2.0

/// An app's handler for a queue that the app chose. It need not be `Sendable`, as on phones.
//
// The compiler cannot check that a handler belongs on that queue. The library calls it nowhere else.
package struct AppClosure<Input>: @unchecked Sendable {
    private let body: (Input) -> Void

    package init(_ body: @escaping (Input) -> Void) { self.body = body }

    package func run(_ input: Input) { body(input) }
}
