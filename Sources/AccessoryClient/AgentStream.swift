// SPDX-License-Identifier: Apache-2.0

/// The replies to one call, as they come. It ends with the last one, or by throwing `AccessoryError` or `AgentFault`.
///
/// Whatever the call holds at the agent (a lease, a picker's place) lasts as long as this is read. Leaving the loop, or
/// cancelling the task that reads, closes the connection.
package struct AgentStream<Element: Sendable>: AsyncSequence, Sendable {
    let replies: AsyncThrowingStream<Element, any Error>
    let socket: AgentSocket

    package struct AsyncIterator: AsyncIteratorProtocol {
        var replies: AsyncThrowingStream<Element, any Error>.AsyncIterator
        let socket: AgentSocket

        package mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            do {
                return try await replies.next(isolation: actor)
            } catch {
                throw socket.explained(error)
            }
        }
    }

    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(replies: replies.makeAsyncIterator(), socket: socket)
    }
}
