// SPDX-License-Identifier: Apache-2.0

/// The sizes of the replies that were passed on and perhaps not read yet, so that few large ones count as much as many
/// small ones.
struct Backlog {
    private var sizes = Queue<Int>()
    private(set) var bytes = 0

    /// Counts one more.
    ///
    /// - Parameter waiting: the number of unread replies, including this one.
    /// - Returns: false if they have more bytes than may wait.
    mutating func add(_ size: Int, waiting: Int) -> Bool {
        sizes.append(size)
        bytes += size
        while sizes.count > waiting, let taken = sizes.removeFirst() { bytes -= taken }
        return bytes <= MessageLimits.waitingReplyBytes
    }
}
