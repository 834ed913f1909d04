// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// A descriptor that the event loop watches as long as there is an interest in it.
///
/// The loop reports a condition again and again, until it ends or there is no interest any more. The descriptor stays
/// open as long as this exists.
package final class Watch: Sendable {
    struct Interest: OptionSet {
        let rawValue: UInt8

        static let reading = Interest(rawValue: 1)
        static let writing = Interest(rawValue: 2)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The kernel's report. Readers and writers both learn of a connection that is gone or broken.
        init(events: UInt32) {
            let isOver = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
            self = []
            if isOver || events & EPOLLIN.rawValue != 0 { insert(.reading) }
            if isOver || events & EPOLLOUT.rawValue != 0 { insert(.writing) }
        }

        var events: UInt32 {
            (contains(.reading) ? EPOLLIN.rawValue : 0) | (contains(.writing) ? EPOLLOUT.rawValue : 0)
        }
    }

    let id: UInt64
    let descriptor: FileDescriptor
    private let loop: EventLoop
    private let perform: @Sendable (Interest) -> Void
    private let state = Mutex<(interest: Interest, isCancelled: Bool)>(([], false))

    init(id: UInt64, descriptor: FileDescriptor, loop: EventLoop, handle: @escaping @Sendable (Interest) -> Void) {
        self.id = id
        self.descriptor = descriptor
        self.loop = loop
        perform = handle
    }

    func begin(_ interest: Interest) {
        change { if !$0.isCancelled { $0.interest.insert(interest) } }
    }

    func end(_ interest: Interest) {
        change { $0.interest.remove(interest) }
    }

    /// For good.
    package func cancel() {
        change { $0 = ([], true) }
    }

    private func change(_ change: (inout (interest: Interest, isCancelled: Bool)) -> Void) {
        state.withLock { state in
            let old = state.interest
            change(&state)
            loop.change(self, from: old, to: state.interest)
        }
    }

    /// Called by the loop when the descriptor is ready.
    func handle(_ ready: Interest) {
        let interest = state.withLock { $0.interest.intersection(ready) }
        if !interest.isEmpty { perform(interest) }
    }
}
