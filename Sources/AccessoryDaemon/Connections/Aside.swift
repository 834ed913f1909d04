// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Work that may block, aside from the event loop: a user's name may come from across the network, and the files of a
/// process may be on a file system that never answers.
///
/// Each user has at most one thread, which does the user's work in order and ends when there is none left. So a user
/// keeps nobody else waiting. Each entrance has its own `Aside`, with a limit for threads.
final class Aside: Sendable {
    private struct Work: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    struct TooMuch: Error, CustomStringConvertible {
        let account: Account
        var description: String {
            "\(account): \(MessageLimits.connectionsOfOwner) others already wait for their checks"
        }
    }

    struct TooMany: Error, CustomStringConvertible {
        var description: String { "the agent still checks the processes of \(Limits.usersAside) other users" }
    }

    /// The work that waits for a user's thread. An entry, perhaps empty, exists as long as the thread does.
    private let waiting = Mutex<[Account: [Work]]>([:])

    func run<Value: Sendable>(
        for account: Account, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let work = Work(
                run: { continuation.resume(with: Result { try work() }) }, fail: { continuation.resume(throwing: $0) })
            let (before, isFull) = waiting.withLock { waiting -> (Int?, Bool) in
                let before = waiting[account]?.count
                let isFull = before == nil && waiting.count >= Limits.usersAside
                if !isFull, before ?? 0 < MessageLimits.connectionsOfOwner {
                    waiting[account, default: []].append(work)
                }
                return (before, isFull)
            }
            if isFull { return continuation.resume(throwing: TooMany()) }
            guard let before else { return start(account) }
            if before >= MessageLimits.connectionsOfOwner { continuation.resume(throwing: TooMuch(account: account)) }
        }
    }

    private func start(_ account: Account) {
        do throws(OwnThread.Failure) {
            try OwnThread.start { [self] in work(for: account) }
        } catch {
            for work in waiting.withLock({ $0.removeValue(forKey: account) }) ?? [] { work.fail(error) }
        }
    }

    private func work(for account: Account) {
        while true {
            let batch = waiting.withLock { waiting -> [Work] in
                guard let batch = waiting[account], !batch.isEmpty else {
                    waiting[account] = nil
                    return []
                }
                waiting[account] = []
                return batch
            }
            guard !batch.isEmpty else { return }
            for work in batch { work.run() }
        }
    }
}
