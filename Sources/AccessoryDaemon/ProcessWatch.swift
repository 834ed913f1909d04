// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Varlink

/// Tells, once, that a process has ended. It watches as long as it is kept.
final class ProcessWatch: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    init(_ process: PinnedProcess, ended: @escaping @Sendable () -> Void) {
        source = Mutex(
            DispatchSource.makeReadSource(fileDescriptor: process.descriptor, queue: EventLoop.shared.queue))
        source.withLock { source in
            source.setEventHandler { [weak self] in
                self?.end()
                ended()
            }
            source.setCancelHandler { withExtendedLifetime(process) {} }
            source.resume()
        }
    }

    deinit {
        end()
    }

    /// Watches no longer. The descriptor of a process that has ended stays readable for ever.
    func end() {
        source.withLock { $0.cancel() }
    }
}
