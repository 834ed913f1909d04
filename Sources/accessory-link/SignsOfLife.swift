// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Varlink

/// Signs of life for systemd, which ends a program that hangs, and starts it again: its fences would go on where the accessory was,
/// also over the uplink that comes back.
enum SignsOfLife {
    /// Sends one after each turn through what has to turn, if systemd waits for them (sd_watchdog_enabled(3)).
    static func begin(_ turn: @escaping EventLoop.Work) {
        var patience: UInt64 = 0
        guard sd_watchdog_enabled(0, &patience) > 0 else { return }
        beat(every: .microseconds(Int64(clamping: patience / 2)), turn)
    }

    private static func beat(every pause: Duration, _ turn: @escaping EventLoop.Work) {
        turn()
        sd_notify(0, "WATCHDOG=1")
        _ = EventLoop.shared.perform(at: .now + pause) { beat(every: pause, turn) }
    }
}
