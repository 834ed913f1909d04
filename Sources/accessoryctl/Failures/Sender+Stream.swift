// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Sender {
    /// Sends each reply of a call, and then its end: nil after the last reply.
    func follow<S: AsyncSequence>(
        _ call: () throws -> S, _ reply: (S.Element) -> Event, end: (Failure?) -> Event?
    ) async {
        var failure: Failure?
        do {
            for try await element in try call() { yield(reply(element)) }
        } catch {
            failure = Failure(any: error)
        }
        if let event = end(failure) { yield(event) }
    }
}
