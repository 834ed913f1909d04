// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite struct BacklogTests {
    @Test func countsWhatHasNotBeenLookedAt() {
        var backlog = Backlog()
        let whole = MessageLimits.waitingReplyBytes
        for (size, waiting, bytes, mayWait) in [
            (100, 1, 100, true), (50, 2, 150, true), (10, 1, 10, true), (whole, 1, whole, true),
            (1, 2, whole + 1, false), (1, 0, 0, true), (whole + 1, 1, whole + 1, false),
        ] {
            #expect(backlog.add(size, waiting: waiting) == mayWait)
            #expect(backlog.bytes == bytes)
        }
    }
}
