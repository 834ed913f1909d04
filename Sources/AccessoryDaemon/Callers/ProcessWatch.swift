// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Reports, once, that a process has ended. It watches as long as it is kept.
final class ProcessWatch: Sendable {
    private let state = Mutex<(watch: Watch?, isOver: Bool)>((nil, false))

    init(_ process: PinnedProcess, ended: @escaping @Sendable () -> Void) {
        let watch = EventLoop.shared.whenReadable(process.descriptor, of: process) { [weak self] in
            if self?.end() == true { ended() }
        }
        // The process may have ended at this very moment.
        let isOver = state.withLock { state in
            state.watch = watch
            return state.isOver
        }
        if isOver { watch.cancel() }
    }

    deinit {
        end()
    }

    /// Stops watching: the descriptor of a process that has ended stays readable for ever. False if it was over before.
    @discardableResult
    func end() -> Bool {
        let (watch, isFirst) = state.withLock { state in
            defer { state.isOver = true }
            return (state.watch, !state.isOver)
        }
        watch?.cancel()
        return isFirst
    }
}
