// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// A lease of a radio that can be two stations.
struct LeaseStationTests {
    private let paths: LeasePaths
    private let stopAll: [Lease.Effect] = Lease.Timer.allCases.map { .stop($0) } + [.stopLooking]

    init() throws { paths = try LeasePaths() }

    private var beside: WiFiNetwork {
        var network = paths.network
        network.interface = "acc0"
        return network
    }

    private func finish(_ failure: JoinFailure?, removing station: String? = "acc0") -> [Lease.Effect] {
        stopAll + (station.map { [.removeStation($0)] } ?? []) + [.report(.finished(.left(failure)))]
    }

    private func cut(because why: String, removing station: Bool) -> [Lease.Effect] {
        (station ? [.removeStation("acc0")] : [])
            + [.report(.cuts(.failed(why))), .protect(interface: "wlan0")]
    }

    @Test func joinsByTheSecondStationAndCutsNothing() {
        var lease = paths.join(at: .searching, paths.besideTarget)
        #expect(
            lease.receive(.heard(Look(networks: [paths.network], isComplete: false))) == [
                .stop(.search), .stopLooking, .start(.join, Lease.joinLimit), .addStation(beside: "wlan0"),
            ])
        #expect(lease.receive(.stationAdded("acc0")) == [.report(.beside("acc0")), .protect(interface: "acc0")])
        #expect(lease.receive(.protected(paths.besideProtection)) == [.journal(paths.besideProtection)])
        var request = paths.request
        request.network.interface = "acc0"
        #expect(lease.receive(.journalled).suffix(2) == [.report(.step(.associating, beside)), .join(request)])
        _ = lease.receive(.step(.joined(paths.link)))
        #expect(lease.receive(.leave(nil)).last == .restore(paths.besideProtection))
        let effects = lease.receive(.restored)
        #expect(effects.suffix(2) == [.removeStation("acc0"), .report(.finished(.left(nil)))])
        #expect(effects.contains(.forget(paths.besideProtection)))
    }

    @Test func cutsTheUplinkAtOnceForAnotherChannel() {
        var target = paths.besideTarget
        target.secondStation?.concurrency?.interfaces = [.init(.station, at: 5180)]
        var lease = paths.join(at: .searching, target)
        let effects = lease.receive(.heard(Look(networks: [paths.network], isComplete: false)))
        let obstacle = SecondStation.Obstacle.otherChannel([5180], accessory: paths.network.frequency)
        #expect(effects.suffix(2) == [.report(.cuts(obstacle)), .protect(interface: "wlan0")])
    }

    @Test func goesOnWithTheRadioIfThereIsNoStation() {
        var lease = paths.join(at: .adding)
        #expect(lease.receive(.noStation("refused")) == cut(because: "refused", removing: false))
        #expect(lease.state == .protecting(paths.network))
    }

    @Test func goesOnWithTheRadioIfTheStationCannotBeProtected() {
        var lease = paths.join(at: .protectingBeside)
        #expect(
            lease.receive(.unprotected(failure(.radioUnavailable)))
                == cut(because: failure(.radioUnavailable).detail, removing: true))
        #expect(lease.state == .protecting(paths.network))
    }

    @Test func goesOnWithTheRadioIfTheStationIsRejected() {
        for reason in [JoinFailure.Reason.rejected, .timedOut, .radioUnavailable, .networkNotFound] {
            var lease = paths.join(at: .joiningBeside)
            #expect(
                lease.receive(.ended(failure(reason))) == [
                    .stop(.heartbeat), .stopJoining, .release(paths.besideProtection),
                ])
            #expect(
                lease.receive(.released)
                    == [.forget(paths.besideProtection)] + cut(because: failure(reason).detail, removing: true))
            #expect(lease.state == .protecting(paths.network))
            #expect(lease.receive(.protected(paths.protection)) == [.journal(paths.protection)])
            #expect(lease.receive(.journalled).last == .join(paths.request))
        }
    }

    @Test func cutsNothingForWhatTheRadioCannotMend() {
        for reason in [JoinFailure.Reason.securityChanged, .noAddress, .linkLost] {
            var target = paths.besideTarget
            target.bssid = paths.network.bssid
            var lease = paths.join(at: .joiningBeside, target)
            #expect(lease.receive(.ended(failure(reason))).last == .restore(paths.besideProtection))
        }
    }

    @Test func triesAnotherOfTheNameWhereTheStationCanBe() throws {
        var lease = paths.join(at: .joiningBeside)
        _ = lease.receive(.ended(failure(.wrongPassphrase)))
        _ = lease.receive(.ended(failure(.wrongPassphrase)))
        let elsewhere = try network("CAM-1", 7, frequency: 5180)
        let here = try network("CAM-1", 8, signal: 1)
        #expect(lease.receive(.heard(Look(networks: [elsewhere], isComplete: false))) == [])
        _ = lease.receive(.heard(Look(networks: [elsewhere, here], isComplete: false)))
        var joined = here
        joined.interface = "acc0"
        #expect(lease.state == .joining(paths.besideProtection, joined, attempt: 1))
    }

    @Test func removesAStationThatComesAfterTheHolderHasLeft() {
        var lease = paths.join(at: .withdrawing)
        #expect(lease.receive(.stationAdded("acc0")) == finish(nil))
        lease = paths.join(at: .withdrawing)
        #expect(lease.receive(.noStation("refused")) == finish(nil, removing: nil))
    }

    @Test func leavesWhileItRetreats() {
        var lease = paths.join(at: .retreating)
        #expect(lease.receive(.leave(nil)) == [.stop(.join), .report(.left(nil, restoring: nil))])
        #expect(lease.receive(.released) == [.forget(paths.besideProtection)] + finish(nil))
    }

    @Test func leavesForAnUplinkThatStaysAway() {
        var lease = paths.join(at: .joinedBeside)
        #expect(lease.receive(.uplink(isUp: false)) == [.start(.uplink, Lease.uplinkPatience)])
        #expect(lease.receive(.uplink(isUp: false)) == [])
        #expect(lease.receive(.uplink(isUp: true)) == [.stop(.uplink)])
        #expect(lease.receive(.uplink(isUp: false)) == [.start(.uplink, Lease.uplinkPatience)])
        #expect(lease.receive(.due(.uplink)).last == .restore(paths.besideProtection))
    }

    @Test func staysIfTheRadioHasAChannelForTheUplinkToo() {
        var target = paths.besideTarget
        target.secondStation?.concurrency?.combinations[0].channels = 2
        var lease = paths.join(at: .joinedBeside, target)
        #expect(lease.receive(.uplink(isUp: false)) == [])
    }
}
