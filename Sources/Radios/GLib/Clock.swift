// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whole seconds of CLOCK_BOOTTIME, in which NetworkManager says when an access point was last heard.
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
