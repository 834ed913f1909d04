// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Work that may block, aside from the event loop: a user's name may come from across the network, and the files of a
/// process may be on a file system that never answers, even one of the user's own making.
///
/// Each user's work is done in the order it came, on a thread that lives as long as there is any. So a user keeps nobody
/// else waiting, and has one thread at most.
final class Aside: Sendable {
    static let shared = Aside()

    private struct Work: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    /// A user's thread, from its start to its end.
    private final class Worker: Sendable {
        let aside: Aside
        let uid: UInt32

        init(_ aside: Aside, _ uid: UInt32) {
            self.aside = aside
            self.uid = uid
        }
    }

    struct NoThread: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "pthread_create: \(String(cString: strerror(code)))" }
    }

    struct TooMuch: Error, CustomStringConvertible {
        let uid: UInt32
        var description: String { "uid \(uid): \(Limits.connectionsPerUser) others wait to be looked into" }
    }

    /// What waits for a user's thread. An entry is there, perhaps empty, as long as the thread is.
    private let waiting = Mutex<[UInt32: [Work]]>([:])

    func run<Value: Sendable>(
        for uid: UInt32, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let work = Work(
                run: { continuation.resume(with: Result { try work() }) }, fail: { continuation.resume(throwing: $0) })
            let before = waiting.withLock { waiting -> Int? in
                let before = waiting[uid]?.count
                if before ?? 0 < Limits.connectionsPerUser { waiting[uid, default: []].append(work) }
                return before
            }
            guard let before else { return start(uid) }
            if before >= Limits.connectionsPerUser { continuation.resume(throwing: TooMuch(uid: uid)) }
        }
    }

    private func start(_ uid: UInt32) {
        let worker = Unmanaged.passRetained(Worker(self, uid))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    let worker = Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue()
                    worker.aside.work(for: worker.uid)
                }
                return nil
            }, worker.toOpaque())
        guard code == 0 else {
            worker.release()
            for work in waiting.withLock({ $0.removeValue(forKey: uid) }) ?? [] { work.fail(NoThread(code: code)) }
            return
        }
        pthread_detach(thread)
    }

    private func work(for uid: UInt32) {
        while true {
            let batch = waiting.withLock { waiting -> [Work] in
                guard let batch = waiting[uid], !batch.isEmpty else {
                    waiting[uid] = nil
                    return []
                }
                waiting[uid] = []
                return batch
            }
            guard !batch.isEmpty else { return }
            for work in batch { work.run() }
        }
    }
}
