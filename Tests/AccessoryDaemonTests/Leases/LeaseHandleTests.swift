// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// The table of leases, and what follows one to its end.
struct LeaseHandleTests {
    private static let lost = JoinFailure(.linkLost, detail: "the access point is gone")

    private var leases = Leases()
    private let id: Lease.ID
    private let uplink = Uplink(interface: "wlan0", profile: "0-1", name: "HomeNet")

    init() throws {
        id = leases.makeID()
        leases[id] = Leases.Entry(
            app: Agent.camera, uid: 1000, ssid: try SSID(text: "MyCam-0001"), record: nil, interface: "wlan0",
            uplink: "HomeNet", cuts: "HomeNet", owners: [1], isKept: false, send: Inbox().send)
    }

    /// The states that it hears, and the end.
    private static func states(
        of handle: LeaseHandle, after heard: LeaseUpdate? = nil
    ) async -> (states: [LeaseUpdate.State], end: LeaseHandle.End?) {
        var states: [LeaseUpdate.State] = []
        let end = await handle.end(after: heard) { states.append($0.state) }
        return (states, end)
    }

    @Test func hearsTheLatestUpdateFirstAndThenEachToTheEnd() async {
        var leases = leases
        _ = leases.receive(.scanning, from: id)
        let handle = leases.follow(id)
        _ = leases.receive(.left(Self.lost, restoring: uplink), from: id)
        _ = leases.receive(.restored(uplink), from: id)
        _ = leases.receive(.finished(.left(Self.lost)), from: id)
        let (states, end) = await Self.states(of: handle)
        #expect(states == [.scanning, .left, .restored])
        #expect(end?.last?.state == .restored && end?.error?.code == .connectionFailed)
    }

    @Test func hearsNothingTwice() async {
        var leases = leases
        let heard = leases.receive(.scanning, from: id)?.update
        let handle = leases.follow(id)
        _ = leases.receive(.finished(.left(nil)), from: id)
        let (states, end) = await Self.states(of: handle, after: heard)
        #expect(states.isEmpty && end?.last == heard && heard != nil)
    }

    @Test func aHolderThatAsksAMomentLaterHearsTheEnd() async {
        var leases = leases
        _ = leases.receive(.restoring(uplink, Self.lost), from: id)
        _ = leases.receive(.finished(.stranded(Self.lost)), from: id)
        let (states, end) = await Self.states(of: leases.follow(id))
        #expect(states == [.restoring] && end?.error?.code == .restoreFailed)
        // Nobody can ask any more.
        #expect(leases.closed(1).isEmpty)
        let (none, over) = await Self.states(of: leases.follow(id))
        #expect(none.isEmpty && over != nil && over?.error == nil)
    }

    @Test func theEndOfItsHoldEndsAHoldersNewsAlone() async {
        var leases = leases
        leases[id]?.hold(by: 2, inPlaceOf: nil)
        let (own, others) = (leases.follow(id, as: 1), leases.follow(id, as: 2))
        let isHeld = leases[id]?.drop(1)
        #expect(isHeld == true)
        let end = await own.end()
        #expect(end != nil && end?.error == nil)
        _ = leases.receive(.finished(.left(Self.lost)), from: id)
        let error = await others.end()?.error
        #expect(error?.code == .connectionFailed)
    }

    @Test func aLeaseEndsWithItsLastHolder() {
        var leases = leases
        leases[id]?.hold(by: 2, inPlaceOf: nil)
        #expect(leases.closed(3).isEmpty && leases.closed(1).isEmpty && leases[id]?.owners == [2])
        #expect(leases.closed(2) == [id] && leases.closed(2).isEmpty)
    }

    @Test func anOwedUplinkEndsTheWaitWithItsCure() async {
        var leases = leases
        let handle = leases.follow(id)
        _ = leases.receive(.owed(Self.lost), from: id)
        let error = await handle.end()?.error
        #expect(error?.code == .restoreFailed && error?.message.contains("'HomeNet'") == true)
        #expect(leases.owed(on: "wlan0") == id && leases[id]?.app == Leases.agent && leases[id]?.owners == [])
    }

    @Test func findsTheFirstValueOrTheEnd() async {
        var leases = leases
        let (early, late) = (leases.follow(id), leases.follow(id))
        _ = leases.receive(.scanning, from: id)
        guard case .found(.scanning)? = await early.first({ $0.state }) else {
            Issue.record("it heard nothing")
            return
        }
        _ = leases.receive(.finished(.left(nil)), from: id)
        guard case .ended(let end)? = await late.first({ $0.state == .joined ? $0 : nil }) else {
            Issue.record("it was never joined")
            return
        }
        #expect(end.last?.state == .scanning)
    }

    @Test func aTaskThatIsCancelledHearsNoEnd() async {
        var leases = leases
        let handle = leases.follow(id)
        let end = await withTaskGroup(of: LeaseHandle.End?.self) { group in
            group.addTask { await handle.end() }
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(end == nil)
    }
}
