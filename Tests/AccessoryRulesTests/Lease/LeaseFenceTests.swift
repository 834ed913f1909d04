// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The fence of a lease, from the link to the restored uplink.
struct LeaseFenceTests {
    private let paths: LeasePaths
    private var order: Lease.Effect { .fence(interface: paths.network.interface, isEarly: false) }
    private var earlyOrder: Lease.Effect { .fence(interface: paths.network.interface, isEarly: true) }

    init() throws { paths = try LeasePaths() }

    private func joining(_ mode: Fence.Mode) -> Lease {
        var target = paths.target
        target.fence = mode
        var lease = Lease(target)
        for event in paths.events(to: .joining) { _ = lease.receive(event) }
        if mode != .off { _ = lease.receive(.fenced(FenceStanding(.none))) }
        return lease
    }

    private func journalling() -> Lease {
        var target = paths.target
        target.fence = .prefer
        var lease = Lease(target)
        for event in paths.events(to: .journalling) { _ = lease.receive(event) }
        return lease
    }

    private func fencing(_ mode: Fence.Mode) -> Lease {
        var lease = joining(mode)
        _ = lease.receive(.step(.joined(paths.link)))
        return lease
    }

    @Test func standsBeforeTheHolderKnowsOfTheLink() {
        var lease = joining(.prefer)
        #expect(lease.receive(.step(.joined(paths.link))) == [order])
        let standing = FenceStanding(.cgroup)
        #expect(
            lease.receive(.fenced(standing)) == [
                .stop(.join), .report(.fenced(standing)), .report(.step(.joined(paths.link), paths.network)),
            ])
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func isOrderedBeforeAnythingIsCut() {
        var target = paths.target
        target.fence = .prefer
        var lease = Lease(target)
        for event in paths.events(to: .protecting) { _ = lease.receive(event) }
        #expect(lease.receive(.protected(paths.protection)) == [earlyOrder, .journal(paths.protection)])
        #expect(lease.receive(.journalled) == [], "the join begins with the answer")
        #expect(lease.state == .journalling(paths.protection, paths.network))
        let effects = lease.receive(.fenced(FenceStanding(.none)))
        #expect(effects.first == .start(.fence, Lease.earlyFencePause) && effects.last == .join(paths.request))
        #expect(lease.receive(.due(.fence)) == [earlyOrder])
        #expect(lease.receive(.fenced(FenceStanding(.cgroup))) == [])
        #expect(lease.receive(.step(.associating)) == [.report(.step(.associating, paths.network))])
        #expect(lease.receive(.step(.joined(paths.link))) == [order])
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func makesNoJoinWaitThatIsNotJournalledYet() {
        var lease = journalling()
        #expect(lease.receive(.fenced(FenceStanding(.none))) == [.start(.fence, Lease.earlyFencePause)])
        #expect(lease.receive(.journalled).last == .join(paths.request))
    }

    @Test func isOrderedAgainIfItIsLostBeforeTheJoin() {
        var lease = journalling()
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.fenceLost) == [.start(.fence, Lease.fencePause)])
        #expect(lease.receive(.due(.fence)) == [earlyOrder])
    }

    @Test func goesIfTheHolderLeavesBeforeTheJoin() {
        var lease = journalling()
        #expect(lease.receive(.leave(nil)).contains(.openFence(paths.protection)))
    }

    @Test func isOrderedAtTheNextStepIfItDoesNotStand() {
        var lease = joining(.prefer)
        #expect(lease.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network)), earlyOrder])
    }

    @Test func isAgreedToWhileTheAddressIsAwaited() {
        var lease = joining(.prefer)
        _ = lease.receive(.due(.fence))
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network)), order])
        #expect(lease.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network))], "one is open")
        #expect(lease.receive(.step(.joined(paths.link))) == [])
        #expect(lease.receive(.fenced(FenceStanding(.cgroup))) == [order], "that one knows the address")
    }

    @Test func isRenewedBeforeThereIsAnAddress() {
        var lease = joining(.prefer)
        _ = lease.receive(.step(.associating))
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.due(.heartbeat)).last == earlyOrder)
    }

    @Test func isJudgedByAnOrderThatKnowsTheAddress() {
        var lease = joining(.require)
        _ = lease.receive(.step(.addressing))
        #expect(lease.receive(.step(.joined(paths.link))) == [], "the former order has no answer")
        #expect(lease.receive(.fenced(FenceStanding(.none, reason: "no address"))) == [order])
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func goesIfThereNeverIsAnAddress() {
        var lease = joining(.prefer)
        _ = lease.receive(.step(.addressing))
        #expect(!lease.receive(.ended(failure(.noAddress))).contains(.openFence(paths.protection)))
        let effects = lease.receive(.heard(Look(networks: [paths.network], isComplete: true)))
        #expect(effects.contains(.openFence(paths.protection)), "no other accessory has the name")
    }

    @Test func isMadeAgainIfItIsLostBeforeThereIsAnAddress() {
        var lease = joining(.prefer)
        _ = lease.receive(.step(.addressing))
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.fenceLost) == [.start(.fence, Lease.fencePause)])
        #expect(lease.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network)), earlyOrder])
        _ = lease.receive(.fenced(FenceStanding(.none)))
        #expect(lease.receive(.due(.fence)) == [earlyOrder])
    }

    @Test func isNotAskedForIfItIsOff() {
        var lease = joining(.off)
        #expect(lease.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network))])
        #expect(
            lease.receive(.step(.joined(paths.link))) == [
                .stop(.join), .report(.step(.joined(paths.link), paths.network)),
            ])
        #expect(!lease.receive(.leave(nil)).contains(.openFence(paths.protection)))
    }

    @Test func isRenewedWithTheHeartbeat() {
        var lease = fencing(.prefer)
        let beat: [Lease.Effect] = [.extend(paths.protection), .start(.heartbeat, Lease.heartbeat)]
        #expect(lease.receive(.due(.heartbeat)) == beat, "an order is under way")
        #expect(lease.receive(.fenced(FenceStanding(.user))) == [order])
        _ = lease.receive(.fenced(FenceStanding(.user)))
        #expect(lease.receive(.due(.heartbeat)) == beat + [order])
    }

    /// accessory-link hangs for as long as it takes until the next heartbeat.
    @Test func isKnownToBeGoneThoughTheNextOrderIsDue() {
        let gone = FenceStanding(.none, reason: "accessory-link does not answer")
        for mode in [Fence.Mode.prefer, .require] {
            var lease = fencing(mode)
            _ = lease.receive(.fenced(FenceStanding(.cgroup)))
            _ = lease.receive(.due(.heartbeat))
            _ = lease.receive(.due(.heartbeat))
            #expect(lease.receive(.fenced(undecided)) == [order], "the next answer may decide")
            _ = lease.receive(.due(.heartbeat))
            let effects = lease.receive(.fenced(gone))
            if mode == .prefer {
                #expect(effects == [.report(.fenced(gone)), order])
            } else {
                #expect(effects.contains(.restore(paths.protection)) && !effects.contains(order))
            }
        }
    }

    @Test func isMadeAgainIfItIsLost() {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.fenceLost) == [.start(.fence, Lease.fencePause)])
        #expect(lease.receive(.due(.fence)) == [order])
    }

    @Test func goesBeforeTheUplinkComesBack() throws {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        let effects = lease.receive(.leave(nil))
        let open = try #require(effects.firstIndex(of: .openFence(paths.protection)))
        let restore = try #require(effects.firstIndex(of: .restore(paths.protection)))
        #expect(open < restore)
        #expect(!lease.receive(.due(.heartbeat)).contains(order))
    }

    @Test func goesBeforeTheRadioItselfIsTriedInPlaceOfItsStation() {
        var target = paths.besideTarget
        target.fence = .prefer
        var lease = paths.join(at: .joiningBeside, target)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(
            lease.receive(.ended(failure(.radioUnavailable))) == [
                .stop(.heartbeat), .stopJoining, .stop(.fence), .openFence(paths.besideProtection),
                .release(paths.besideProtection),
            ])
    }

    @Test func goesWhenAnotherProgramTakesTheRadio() {
        var lease = fencing(.prefer)
        #expect(lease.receive(.ended(failure(.interrupted))).contains(.openFence(paths.protection)))
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

    private var undecided: FenceStanding {
        var standing = FenceStanding(.none, reason: "NetworkManager does not answer")
        standing.isUndecided = true
        return standing
    }

    /// Anybody can keep NetworkManager busy.
    @Test(arguments: [Fence.Mode.prefer, .require]) func isWaitedForWhileNothingIsDecided(mode: Fence.Mode) {
        var lease = joining(mode)
        _ = lease.receive(.step(.addressing))
        _ = lease.receive(.fenced(undecided))
        #expect(lease.receive(.step(.joined(paths.link))) == [order])
        #expect(lease.receive(.fenced(undecided)) == [.start(.fence, Lease.fencePause)])
        #expect(lease.receive(.due(.fence)) == [order])
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.state == .joined(paths.protection))
    }

    @Test func failsTheJoinIfNothingIsDecidedInTime() {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(undecided))
        #expect(lease.receive(.due(.join)).contains(.restore(paths.protection)))
        let detail = "it can be fenced, and is not yet: NetworkManager does not answer"
        let because = JoinFailure(.notFenced, detail: detail)
        #expect(lease.state == .restoring(paths.protection, because: because, attempt: 1))
    }

    @Test func isAskedForAgainIfItWasLostAndNothingIsDecided() {
        var lease = fencing(.prefer)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(
            lease.receive(.fenced(undecided)) == [.report(.fenced(undecided)), .start(.fence, Lease.fencePause)])
        lease = fencing(.require)
        _ = lease.receive(.fenced(FenceStanding(.cgroup)))
        #expect(lease.receive(.fenced(undecided)).contains(.restore(paths.protection)))
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
