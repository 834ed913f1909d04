// SPDX-License-Identifier: Apache-2.0

/// The sizes of replies that were handed on and maybe not looked at yet, so that few large ones count as much as many
/// small ones.
struct Backlog {
    private var sizes = Queue<Int>()
    private(set) var bytes = 0

    /// Counts one more.
    ///
    /// - Parameter waiting: how many have not been looked at now, with this one.
    /// - Returns: false where they have more bytes than may wait.
    mutating func add(_ size: Int, waiting: Int) -> Bool {
        sizes.append(size)
        bytes += size
        while sizes.count > waiting, let taken = sizes.removeFirst() { bytes -= taken }
        return bytes <= Limits.waitingReplyBytes
    }
}
