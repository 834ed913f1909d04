// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whole seconds of CLOCK_BOOTTIME, the clock of NetworkManager's LastSeen of access points.
func bootSeconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return time.tv_sec
}

/// The same clock as a duration.
func bootTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The time since boot without the machine's sleep (CLOCK_MONOTONIC).
func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
