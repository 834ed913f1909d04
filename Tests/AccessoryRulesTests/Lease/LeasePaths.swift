// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Every state that a `Lease` can be in, by the shortest way to it; and every kind of event.
struct LeasePaths {
    let protection: Protection
    let target: Lease.Target
    let network: WiFiNetwork
    let home: WiFiNetwork
    let link: Link

    init() throws {
        protection = Protection(
            uplink: Uplink(interface: "wlan0", profile: "home-uuid", name: "Home", ssid: try ssid("Home")),
            checkpoint: "/1", profile: "accessory-uuid")
        target = Lease.Target(
            ssid: try ssid("CAM-1"), interface: "wlan0", passphrase: try Passphrase("passphrase"), isHidden: false,
            addressing: .ipv4, frequency: 2437)
        network = try AccessoryRulesTests.network("CAM-1")
        home = try AccessoryRulesTests.network("Home", 9)
        link = try AccessoryRulesTests.link()
    }

    var request: JoinRequest {
        JoinRequest(
            ssid: target.ssid, network: network, passphrase: target.passphrase, isHidden: false, addressing: .ipv4,
            profile: protection.profile)
    }

    /// The radio may be a second station on its own channel.
    var besideTarget: Lease.Target {
        let limit = InterfaceCombination.Limit(most: 2, types: [.station])
        var target = target
        target.secondStation = SecondStation(
            concurrency: RadioConcurrency(
                combinations: [InterfaceCombination(limits: [limit], most: 2, channels: 1)],
                interfaces: [.init(.station, at: network.frequency)]))
        return target
    }

    /// What the second station had: nothing.
    var besideProtection: Protection {
        Protection(uplink: Uplink(interface: "acc0"), checkpoint: "/2", profile: "accessory-uuid")
    }

    enum Place: String, CaseIterable {
        case idle, searching, protecting, journalling, abandoning, joining, joiningAgain, seeking, joined, restoring
        case waiting, outOfSight, restoringOnceMore, owed, yielding, releasing, left, stranded
        case adding, withdrawing, protectingBeside, joiningBeside, retreating, joinedBeside, uplinkAway

        var isBeside: Bool {
            switch self {
            case .adding, .withdrawing, .protectingBeside, .joiningBeside, .retreating, .joinedBeside, .uplinkAway: true
            case .idle, .searching, .protecting, .journalling, .abandoning, .joining, .joiningAgain, .seeking,
                .joined, .restoring, .waiting, .outOfSight, .restoringOnceMore, .owed, .yielding, .releasing, .left,
                .stranded:
                false
            }
        }
    }

    func events(to place: Place) -> [Lease.Event] {
        switch place {
        case .idle: []
        case .searching: [.start]
        case .protecting: events(to: .searching) + [.heard(Look(networks: [network], isComplete: false))]
        case .journalling: events(to: .protecting) + [.protected(protection)]
        case .abandoning: events(to: .protecting) + [.leave(nil)]
        case .joining: events(to: .journalling) + [.journalled]
        case .joiningAgain: events(to: .joining) + [.ended(failure(.wrongPassphrase))]
        case .seeking: events(to: .joiningAgain) + [.ended(failure(.wrongPassphrase))]
        case .joined: events(to: .joining) + [.step(.joined(link))]
        case .restoring: events(to: .joined) + [.leave(nil)]
        case .restoringOnceMore:
            events(to: .restoring)
                + Lease.restorePauses.flatMap { _ in [.notRestored(failure(.timedOut)), .due(.retry)] }
        case .waiting: events(to: .restoring) + [.notRestored(failure(.timedOut))]
        case .outOfSight: events(to: .waiting) + [.heard(Look(networks: [], isComplete: true))]
        case .owed: events(to: .restoringOnceMore) + [.notRestored(failure(.timedOut))]
        case .yielding: events(to: .owed) + [.yield]
        case .releasing: events(to: .joined) + [.ended(failure(.interrupted))]
        case .left: events(to: .restoring) + [.restored]
        case .stranded: events(to: .yielding) + [.released]
        case .adding: events(to: .protecting)
        case .withdrawing: events(to: .adding) + [.leave(nil)]
        case .protectingBeside: events(to: .adding) + [.stationAdded("acc0")]
        case .joiningBeside: events(to: .protectingBeside) + [.protected(besideProtection), .journalled]
        case .retreating: events(to: .joiningBeside) + [.ended(failure(.rejected))]
        case .joinedBeside: events(to: .joiningBeside) + [.step(.joined(link))]
        case .uplinkAway: events(to: .joinedBeside) + [.uplink(isUp: false)]
        }
    }

    func join(at place: Place, _ target: Lease.Target? = nil) -> Lease {
        var join = Lease(target ?? (place.isBeside ? besideTarget : self.target))
        for event in events(to: place) { _ = join.receive(event) }
        return join
    }

    /// Each event once, and once for each way in which it can be answered.
    var events: [(name: String, event: Lease.Event)] {
        [
            ("start", .start),
            ("heard it", .heard(Look(networks: [network], isComplete: false))),
            ("heard the uplink", .heard(Look(networks: [home], isComplete: false))),
            ("heard nothing yet", .heard(Look(networks: [], isComplete: false))),
            ("heard nothing anywhere", .heard(Look(networks: [], isComplete: true))),
            ("look failed", .lookFailed(.switchedOff)),
            ("protected", .protected(protection)),
            ("journalled", .journalled),
            ("unprotected", .unprotected(failure(.radioUnavailable))),
            ("associating", .step(.associating)),
            ("authenticating", .step(.authenticating)),
            ("addressing", .step(.addressing)),
            ("joined", .step(.joined(link))),
            ("refused", .ended(failure(.wrongPassphrase))),
            ("interrupted", .ended(failure(.interrupted))),
            ("lost", .ended(failure(.linkLost))),
            ("rejected", .ended(failure(.rejected))),
            ("leave", .leave(nil)),
            ("restored", .restored),
            ("not restored", .notRestored(failure(.timedOut))),
            ("may return", .mayReturn),
            ("yield", .yield),
            ("released", .released),
            ("search due", .due(.search)),
            ("join due", .due(.join)),
            ("heartbeat due", .due(.heartbeat)),
            ("retry due", .due(.retry)),
            ("station added", .stationAdded("acc0")),
            ("no station", .noStation("the driver refused")),
            ("uplink away", .uplink(isUp: false)),
            ("uplink back", .uplink(isUp: true)),
            ("uplink due", .due(.uplink)),
        ]
    }
}
