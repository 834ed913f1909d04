// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What whoever started the agent is told of it: one assignment, or two that belong together, of sd_notify(3).
package enum Notice: Hashable, Sendable {
    /// The sockets listen and the configuration is read, after the start or once more.
    case ready
    /// How it stands, for people.
    case status(String)
    /// The configuration is read once more; since when, in microseconds of CLOCK_MONOTONIC.
    case reloading(since: UInt64)
    case stopping
    /// Everything that has to turn has turned.
    case alive
    /// The end takes this many seconds more at most.
    case moreTime(seconds: Int)

    /// Several as one datagram.
    package static func datagram(_ notices: [Notice]) -> [UInt8] {
        Array(notices.flatMap(\.lines).joined(separator: "\n").utf8)
    }

    private var lines: [String] {
        switch self {
        case .ready: ["READY=1"]
        case .status(let text): ["STATUS=\(text.printable)"]
        case .reloading(let since): ["RELOADING=1", "MONOTONIC_USEC=\(since)"]
        case .stopping: ["STOPPING=1"]
        case .alive: ["WATCHDOG=1"]
        case .moreTime(let seconds): ["EXTEND_TIMEOUT_USEC=\(seconds)000000"]
        }
    }

}
