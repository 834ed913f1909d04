// SPDX-License-Identifier: Apache-2.0

/// An app's handler that no queue belongs to. It runs on its own actor, or on any thread if it has none.
//
// A handler without an actor need not be `Sendable`, as on phones: the library calls it once.
package struct IsolatedClosure<Input: Sendable>: @unchecked Sendable {
    private let body: (@isolated(any) (Input) -> Void)?

    package init(_ body: (@isolated(any) (Input) -> Void)?) { self.body = body }

    package func run(_ input: Input) {
        // Only a task reaches the handler's actor. It ends with the handler.
        Task { await body?(input) }
    }
}
