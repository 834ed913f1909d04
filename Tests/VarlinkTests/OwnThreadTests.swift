// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Varlink

@Suite struct OwnThreadTests {
    @Test func returnsWhatTheWorkReturns() async throws {
        #expect(try await OwnThread.run { 6 * 7 } == 42)
    }

    @Test(.timeLimit(.minutes(1))) func waitsForNoWorkOfACancelledTask() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let task = Task {
            try await OwnThread.run {
                var byte: UInt8 = 0
                _ = read(reading, &byte, 1)
                close(reading)
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The work ends only now.
        close(writing)
    }
}
