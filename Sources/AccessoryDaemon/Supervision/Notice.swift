// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A notice to the service manager: one assignment, or two that belong together, of sd_notify(3).
package enum Notice: Hashable, Sendable {
    /// The sockets listen and the configuration is read, after the start or a reload.
    case ready
    /// The status, for people.
    case status(String)
    /// The agent reads the configuration again; since when, in microseconds of CLOCK_MONOTONIC.
    case reloading(since: UInt64)
    case stopping
    /// Everything that must turn has turned.
    case alive
    /// The stop takes at most this many seconds more.
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
