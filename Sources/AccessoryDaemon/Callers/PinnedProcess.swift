// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Owner of a pidfd: it stands for this process and never for a later one with the same pid.
package final class PinnedProcess: Sendable {
    let descriptor: Int32

    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether it has not ended, even if nobody has waited for it yet. Until then its pid is its own.
    var isAlive: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 0
    }
}
