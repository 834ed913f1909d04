// SPDX-License-Identifier: Apache-2.0

extension Clock where Duration == Swift.Duration {
    /// Returns at the end of the stream, or when the time is over.
    func wait(for end: AsyncStream<Never>, atMost time: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in end {} }
            group.addTask { try? await sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
