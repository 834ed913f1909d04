// SPDX-License-Identifier: Apache-2.0

package import Dispatch

/// Lets the reader of a stream go no faster than the queue that takes its elements, so that few of them wait there.
package struct Pace {
    private static let waiting = 64
    private var count = 0

    package init() {}

    /// Every so often it waits until the queue has taken everything.
    package mutating func keep(with queue: DispatchQueue) async {
        count += 1
        guard count.isMultiple(of: Self.waiting) else { return }
        await withCheckedContinuation { reached in queue.async { reached.resume() } }
    }
}
