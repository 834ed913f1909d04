// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// Records and configurations that end when their time is over. Nothing wakes the daemon while nothing can expire.
extension Daemon {
    /// Ends them at their time, until the daemon ends.
    nonisolated func expire() async {
        await withDiscardingTaskGroup { group in
            var timer = Activities<Bool>()
            for await _ in expiryChanges {
                timer.stopAll()
                guard let next = await endExpired() else { continue }
                let (wait, expiries) = (settings.waitUntil, expiries)
                timer.start(true, in: &group) {
                    do {
                        try await wait(next)
                        expiries.yield()
                    } catch {
                        // Stopped.
                    }
                }
            }
            timer.stopAll()
        }
    }

    /// Ends everything that has expired. Returns the time of the next expiry.
    private func endExpired() -> Timestamp? {
        let now = now()
        do {
            try expire(book.expired(at: now))
            for hotspot in hotspots.expired(at: now) {
                try remove(hotspot, .hotspotExpired, Cause(who: "accessoryd", why: "its lifetime is over"))
            }
        } catch {
            log.error("cannot store which access has expired; the agent refuses it anyway: \(error)")
            return Timestamp(seconds: now.seconds + Self.pauseAfterFailure)
        }
        return book.nextExpiry
    }

    /// Seconds until the agent tries a failed write again.
    private static let pauseAfterFailure: Int64 = 3600
}
