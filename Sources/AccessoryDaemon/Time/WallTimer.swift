// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CLinux
import Glibc
import Varlink

/// Waits for the machine's wall clock, which may be set at any time and goes on while the machine sleeps.
package enum WallTimer {
    /// Returns when the clock shows this instant, or was set meanwhile: whoever waits looks at it again.
    package static func wait(until instant: Timestamp) async throws {
        let timer = linux_wall_timer(instant.seconds)
        guard timer >= 0 else {
            // Without a descriptor to be had, it is looked at now and then.
            return try await EventLoopClock().sleep(for: .seconds(60))
        }
        let (rung, ring) = AsyncStream.makeStream(of: Never.self)
        let watch = EventLoop.shared.whenReadable(adopting: timer) { ring.finish() }
        defer { watch.cancel() }
        for await _ in rung {}
        try Task.checkCancellation()
    }
}
