// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something lasts as long as the stream that reports it. A stream shows its end only by releasing its contents.
final class Reading<Progress: Sendable>: Sendable {
    let progress: Mutex<Progress>
    private let whenLeft: @Sendable (Progress) -> Void

    init(_ progress: Progress, whenLeft: @escaping @Sendable (Progress) -> Void) {
        self.progress = Mutex(progress)
        self.whenLeft = whenLeft
    }

    deinit { whenLeft(progress.withLock(\.self)) }
}
