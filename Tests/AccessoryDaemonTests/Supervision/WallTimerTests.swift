// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import AccessoryModel
import Glibc
import Testing

@Suite struct WallTimerTests {
    @Test(arguments: [-1, 0, 1, 1_000_000_000])
    func whatIsPastIsNotWaitedFor(second: Int64) async throws {
        try await WallTimer.wait(until: Timestamp(seconds: second))
    }

    @Test func returnsWhenTheClockShowsIt() async throws {
        let instant = Int64(time(nil)) + 1
        try await WallTimer.wait(until: Timestamp(seconds: instant))
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        #expect(Int64(now.tv_sec) >= instant)
    }

    @Test func endsWithItsTask() async {
        let waiting = Task { try await WallTimer.wait(until: Timestamp(seconds: Int64(time(nil)) + 100_000)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
