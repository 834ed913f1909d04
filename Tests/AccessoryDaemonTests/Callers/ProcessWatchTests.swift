// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import AccessoryDaemon

struct ProcessWatchTests {
    @Test func isOverOnceOnly() throws {
        let watch = ProcessWatch(PinnedProcess(adopting: linux_pidfd_open(getpid()))) {}
        #expect(watch.end())
        #expect(!watch.end())
    }
}
