// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One radio of the machine at one moment. Time passes by `settle`, which applies everything that fell due meanwhile,
/// so nothing has to run while nobody asks.
struct Station: Sendable, Equatable {
    /// On a network of the machine's own, or on the way there until `since`.
    struct Connection: Sendable, Equatable {
        var profile: SimulatedProfile
        var since: Duration
        var isUp = false
    }

    /// The dead man's switch.
    struct Switch: Sendable, Equatable {
        var checkpoint: String
        var uplink: SimulatedProfile?
        var goesOff: Duration
    }

    struct Outage: Sendable, Equatable {
        var reason: Unavailability
        var from: Duration
        /// nil: for good.
        var until: Duration?
    }

    let interface: String
    var home: SimulatedProfile?
    /// The network of a person who takes the radio.
    var preferred: SimulatedProfile?
    var restoreTime: Duration = .milliseconds(300)
    /// The number of attempts to restore an uplink that fail.
    var restoreFailures = 0
    var outage: Outage?

    private(set) var connection: Connection?
    /// The live join; never together with a connection.
    private(set) var course: Course?
    /// The latest join that ended by itself, for its reader.
    private(set) var over: Course?
    private(set) var armed: Switch?
    private(set) var unusable: Unavailability?
    /// The profile of the latest protection that is over. A cancelled join may still be on its way here, and must not
    /// cut the uplink again.
    private(set) var retired: String?

    init(interface: String, home: SimulatedProfile?) {
        self.interface = interface
        self.home = home
        preferred = home
        connection = home.map { Connection(profile: $0, since: .zero, isUp: true) }
    }

    var activity: Adapter.Activity {
        if let unusable { return .unusable(unusable) }
        if let course { return .accessory(course.ssid) }
        guard let connection else { return .idle }
        let profile = connection.profile
        return connection.isUp
            ? .connected(name: profile.name, ssid: profile.ssid) : .connecting(name: profile.name, ssid: profile.ssid)
    }

    /// The time of the next change by itself, unless something happens before.
    var nextChange: Duration? {
        [pendingConnection, course?.end?.at, armed?.goesOff, unusable == nil ? outage?.from : outage?.until].compactMap(
            \.self
        ).min()
    }

    private var pendingConnection: Duration? { connection.flatMap { $0.isUp ? nil : $0.since } }

    mutating func settle(at now: Duration) {
        while let due = nextChange, due <= now {
            if pendingConnection == due {
                connection?.isUp = true
            } else if let outage, unusable == nil, outage.from == due {
                unusable = outage.reason
                end(JoinFailure(.radioUnavailable, detail: outage.reason.rawValue), at: due)
                connection = nil
                armed = nil
            } else if let outage, unusable != nil, outage.until == due {
                // Its driver connects it again by itself.
                unusable = nil
                self.outage = nil
                connection = preferred.map { Connection(profile: $0, since: due + restoreTime) }
            } else if let end = course?.end, end.at == due {
                over = course
                course = nil
                if end.isPerson { connection = preferred.map { Connection(profile: $0, since: due) } }
            } else if let armed {
                goOff(armed, at: due)
            }
        }
    }

    private mutating func goOff(_ armed: Switch, at due: Duration) {
        self.armed = nil
        let detail = "the lease was not extended for \(Protection.patience), so the uplink was restored"
        end(JoinFailure(.linkLost, detail: detail), at: due)
        if let uplink = armed.uplink, connection?.profile != uplink {
            connection = Connection(profile: uplink, since: due + restoreTime)
        }
    }

    private mutating func end(_ failure: JoinFailure, at now: Duration) {
        course?.stop(Course.End(at: now, failure: failure))
        over = course ?? over
        course = nil
    }

    /// Arms the switch. If an accessory has already replaced a network, that network stays the one to restore.
    mutating func protect(_ checkpoint: String, at now: Duration) throws(JoinFailure) -> Uplink {
        try check()
        let uplink = course == nil ? connection?.profile : armed?.uplink
        armed = Switch(checkpoint: checkpoint, uplink: uplink, goesOff: now + Protection.patience)
        return Uplink(interface: interface, profile: uplink?.id, name: uplink?.name, ssid: uplink?.ssid)
    }

    mutating func extend(_ checkpoint: String?, at now: Duration) throws(JoinFailure) {
        try check()
        guard let checkpoint else { return }
        guard let armed, armed.checkpoint == checkpoint else {
            throw JoinFailure(.timedOut, detail: "the checkpoint of \(interface) went off before, or was let go")
        }
        self.armed?.goesOff = now + Protection.patience
    }

    mutating func begin(_ course: Course) {
        connection = nil
        over = nil
        self.course = course
    }

    /// Begins to restore the uplink, or finds it restored. Returns when to `confirm` it.
    ///
    /// - Parameter isOnAir: whether the uplink's network is.
    mutating func restore(
        _ protection: Protection, isOnAir: Bool, at now: Duration
    ) throws(JoinFailure) -> Duration {
        try check()
        retired = protection.profile
        // The uplink is back by itself or on its way, or a person chose another network, which stays.
        if let connection {
            guard protection.uplink.profile == nil || connection.profile.id == protection.uplink.profile else {
                throw JoinFailure(.interrupted, detail: "'\(connection.profile.name)' was chosen meanwhile")
            }
            return max(connection.since, now)
        }
        leave()
        guard protection.uplink.profile != nil else { return now }
        // It went with the file that had it.
        guard let home, home.id == protection.uplink.profile else { throw JoinFailure.forgotten(protection.uplink) }
        let due = now + restoreTime
        if restoreFailures > 0 {
            restoreFailures -= 1
        } else if isOnAir {
            connection = Connection(profile: home, since: due)
        }
        return due
    }

    /// Confirms that the uplink is fully up and the switch is disarmed. Throws the reason if not.
    mutating func confirm(_ protection: Protection, at now: Duration) throws(JoinFailure) {
        try check()
        if connection == nil, let home, home.id == protection.uplink.profile {
            guard course == nil else {
                throw JoinFailure(.interrupted, detail: "\(interface) was put on another network meanwhile")
            }
            throw JoinFailure(.networkNotFound, detail: "'\(home.name)' did not come back")
        }
        disarm(protection)
    }

    mutating func release(_ protection: Protection) {
        retired = protection.profile
        disarm(protection)
        if course?.profile == protection.profile { leave() }
    }

    private mutating func leave() {
        course = nil
        over = nil
    }

    private mutating func disarm(_ protection: Protection) {
        if armed?.checkpoint == protection.checkpoint { armed = nil }
    }

    private func check() throws(JoinFailure) {
        if let unusable { throw JoinFailure(.radioUnavailable, detail: "\(interface): \(unusable.rawValue)") }
    }
}
