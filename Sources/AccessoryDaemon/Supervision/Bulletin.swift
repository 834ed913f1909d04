// SPDX-License-Identifier: Apache-2.0

/// Decides which notices the service manager gets when something happens.
package struct Bulletin: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        /// The sockets listen and the configuration is read.
        case started
        /// The present status, which may be as before.
        case stands(String)
        /// The agent is about to read the configuration again; now, in microseconds of CLOCK_MONOTONIC.
        case reload(UInt64)
        case reloaded
        case stop
        /// Uplinks are not all restored; comes every ``extensionPause``.
        case stillStopping
        /// The event loop, the registry and GLib's loop have turned.
        case turned
    }

    private enum Phase {
        case starting
        case running
        case reloading
        case stopping
    }

    /// How much time a longer stop asks for at once, in seconds, and how often.
    package static let extensionTime = 30
    package static let extensionPause: Duration = .seconds(10)
    /// A stop that lasts longer than five minutes does not end by itself.
    package static let mostExtensions = 30

    private var phase = Phase.starting
    private var status = ""
    private var extensions = 0

    package init() {}

    package mutating func receive(_ event: Event) -> [Notice] {
        switch event {
        case .started:
            guard phase == .starting else { return [] }
            phase = .running
            return [.ready, .status(status)]
        case .stands(let new):
            guard new != status else { return [] }
            status = new
            return phase == .starting ? [] : [.status(new)]
        case .reload(let now):
            guard phase == .running else { return [] }
            phase = .reloading
            return [.reloading(since: now)]
        case .reloaded:
            guard phase == .reloading else { return [] }
            phase = .running
            return [.ready]
        case .stop:
            guard phase != .stopping else { return [] }
            phase = .stopping
            return [.stopping, .moreTime(seconds: Self.extensionTime)]
        case .stillStopping:
            guard phase == .stopping, extensions < Self.mostExtensions else { return [] }
            extensions += 1
            return [.moreTime(seconds: Self.extensionTime)]
        case .turned:
            return [.alive]
        }
    }
}
