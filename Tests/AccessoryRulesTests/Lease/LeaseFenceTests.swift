// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The fence of a lease, from the link to the restored uplink.
struct LeaseFenceTests {
    private let paths: LeasePaths

    init() throws { paths = try LeasePaths() }

    private func joining(_ mode: Fence.Mode) -> Lease {
        var target = paths.target
        target.fence = mode
        var lease = Lease(target)
        for event in paths.events(to: .joining) { _ = lease.receive(event) }
        return lease
    }

    private func fencing(_ mode: Fence.Mode) -> Lease {
        var lease = joining(mode)
        _ = lease.receive(.step(.joined(paths.link)))
        return lease
    }

    @Test func standsBeforeTheHolderKnowsOfTheLink() {
        var lease = joining(.prefer)
        #expect(lease.receive(.step(.joined(paths.link))) == [.fence(paths.link)])
        let standing = FenceStanding(.cgroup)
        #expect(
            lease.receive(.fenced(standing)) == [
                .stop(.join), .report(.fenced(standing)), .report(.step(.joined(paths.link), paths.network)),
            ])
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func isNotAskedForIfItIsOff() {
        var lease = joining(.off)
        #expect(
            lease.receive(.step(.joined(paths.link))) == [
                .stop(.join), .report(.step(.joined(paths.link), paths.network)),
            ])
        #expect(!lease.receive(.leave(nil)).contains(.openFence))
    }

    @Test func isRenewedWithTheHeartbeat() {
        var lease = fencing(.prefer)
        let beat: [Lease.Effect] = [
            .extend(paths.protection), .start(.heartbeat, Lease.heartbeat), .fence(paths.link),
        ]
        #expect(lease.receive(.due(.heartbeat)) == beat)
        _ = lease.receive(.fenced(FenceStanding(.user)))
        #expect(lease.receive(.due(.heartbeat)) == beat)
    }

    @Test func isMadeAgainIfItIsLost() {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.fenceLost) == [.start(.fence, Lease.fencePause)])
        #expect(lease.receive(.due(.fence)) == [.fence(paths.link)])
    }

    @Test func goesBeforeTheUplinkComesBack() throws {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        let effects = lease.receive(.leave(nil))
        let open = try #require(effects.firstIndex(of: .openFence))
        let restore = try #require(effects.firstIndex(of: .restore(paths.protection)))
        #expect(open < restore)
        #expect(!lease.receive(.due(.heartbeat)).contains(.fence(paths.link)))
    }

    @Test func goesWhenAnotherProgramTakesTheRadio() {
        var lease = fencing(.prefer)
        #expect(lease.receive(.ended(failure(.interrupted))).contains(.openFence))
    }

    @Test func endsTheLeaseIfItIsRequiredAndDoesNotStand() {
        for isJoined in [false, true] {
            var lease = fencing(.require)
            if isJoined { _ = lease.receive(.fenced(FenceStanding(.cgroup))) }
            let effects = lease.receive(.fenced(FenceStanding(.none, reason: "no rules")))
            let because = JoinFailure(.notFenced, detail: "other programs could use it: no rules")
            #expect(lease.state == .restoring(paths.protection, because: because, attempt: 1))
            #expect(effects.contains(.restore(paths.protection)))
        }
    }

    @Test func mayBeMissingIfItIsPreferred() {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.none, reason: "no rules")))
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func holdsNobodyLongerThanAJoin() {
        var lease = fencing(.prefer)
        #expect(lease.receive(.due(.join)).contains(.restore(paths.protection)))
        lease = fencing(.prefer)
        #expect(lease.receive(.leave(nil)).contains(.restore(paths.protection)))
        lease = fencing(.prefer)
        #expect(lease.receive(.ended(failure(.linkLost))).contains(.restore(paths.protection)))
    }
}
