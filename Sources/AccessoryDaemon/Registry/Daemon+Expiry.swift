// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// Records and configurations that end when their time is over. Nothing wakes the daemon while nothing can expire.
extension Daemon {
    /// Ends everything that has expired. Returns the time of the next expiry.
    func endExpired() -> Timestamp? {
        let now = now()
        do {
            let expired = book.expired(at: now)
            try carryOut(
                AccessChange(expired, .expired, Cause(who: "accessoryd", why: "the time of its grant is over")))
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
