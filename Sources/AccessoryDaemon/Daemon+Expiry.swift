// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// What ends by itself when its time is over. Nothing wakes the daemon while nothing can expire.
extension Daemon {
    /// Ends what expires, when it does, until the daemon ends.
    nonisolated func expire() async {
        await withDiscardingTaskGroup { group in
            var timer = Activities<Bool>()
            for await _ in expiryChanges {
                timer.stopAll()
                guard let pause = await endExpired() else { continue }
                let clock = clock
                let expiries = expiries
                timer.start(true, in: &group) {
                    do {
                        try await clock.sleep(for: pause)
                        expiries.yield()
                    } catch {
                        // Stopped.
                    }
                }
            }
            timer.stopAll()
        }
    }

    /// Ends what has expired. Returns how long to wait for the next.
    private func endExpired() -> Duration? {
        let now = now()
        do {
            let ended = records.expired(at: now).map { record in
                var record = record
                record.accessory.state = .unauthorized
                return record
            }
            try expire(ended)
            for hotspot in hotspots.expired(at: now) {
                try remove(hotspot, .hotspotExpired, Cause(who: "accessoryd", why: "its lifetime is over"))
            }
        } catch {
            log.error("what has expired cannot be written down, and is refused all the same: \(error)")
            return Self.longestPause
        }
        guard let next = [records.nextExpiry, hotspots.nextExpiry].compactMap({ $0 }).min() else { return nil }
        // The wall clock may be set, and the machine may sleep: it is looked at again in time.
        return min(.seconds(max(1, next.seconds - now.seconds)), Self.longestPause)
    }

    private static let longestPause: Duration = .seconds(3600)
}
