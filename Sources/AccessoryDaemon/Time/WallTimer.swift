// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CLinux
import Glibc
import Varlink

/// Waits for the machine's wall clock, which can be set at any time and runs on while the machine sleeps.
package enum WallTimer {
    /// Returns when the clock shows this instant, or was set meanwhile: the waiter looks at it again.
    package static func wait(until instant: Timestamp) async throws {
        let timer = linux_wall_timer(instant.seconds)
        guard timer >= 0 else {
            // If there is no descriptor, the waiter looks at the clock now and then.
            return try await EventLoopClock().sleep(for: .seconds(60))
        }
        let (rung, ring) = AsyncStream.makeStream(of: Never.self)
        let watch = EventLoop.shared.whenReadable(adopting: timer) { ring.finish() }
        defer { watch.cancel() }
        for await _ in rung {}
        try Task.checkCancellation()
    }
}
