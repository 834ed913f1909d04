// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Something has changed, or is owed. Two that come before anybody looks are one.
struct Signal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func yield() { continuation.yield() }

    /// Does what is due after each signal, and again at its time, until the task is cancelled. Nothing wakes the agent
    /// while nothing is due.
    ///
    /// - Parameter act: returns what waits for the next time and begins anew then; nil if there is no next time.
    func attend(_ act: () async -> (@Sendable () async throws -> Void)?) async {
        await withDiscardingTaskGroup { group in
            var timer = Activities<Bool>()
            for await _ in stream {
                timer.stopAll()
                // What was stopped throws.
                if let next = await act() { timer.start(true, in: &group) { try? await next() } }
            }
            timer.stopAll()
        }
    }
}
