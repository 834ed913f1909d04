// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessorySetupKit
@testable import NetworkExtension

struct HotspotHoldTests {
    private func link() throws -> ASHotspotLink {
        ASHotspotLink(
            Link(
                interface: "wlan0", bssid: try #require(MACAddress("02:00:00:00:01:00")), address: "192.168.4.2",
                prefixLength: 24, gateway: "192.168.4.1"))
    }

    @Test func allWhoWaitSucceedOnceItIsJoined() throws {
        var hold = HotspotHold()
        let (scanning, joined) = (ASHotspotUpdate(.scanning), ASHotspotUpdate(.joined, link: try link()))
        #expect(hold.join(1) == [])
        #expect(hold.join(2) == [])
        #expect(hold.receive(scanning) == [.notify(scanning)])
        #expect(hold.receive(joined) == [.notify(joined), .succeed(1, try link()), .succeed(2, try link())])
        #expect(hold.join(3) == [.succeed(3, try link())])
        #expect(hold.receive(joined) == [.notify(joined)])
    }

    @Test func aFailureReachesAllWhoWait() throws {
        var hold = HotspotHold()
        _ = hold.join(1)
        let error = ASHotspotError(.unknown, reason: .noAddress)
        #expect(
            hold.ended(error) == [.notify(ASHotspotUpdate(.left, error: error)), .fail(1, error), .end])
    }

    @Test func aLossThatTheAgentReportedIsNotReportedTwice() throws {
        var hold = HotspotHold()
        _ = hold.receive(ASHotspotUpdate(.joined, link: try link()))
        let lost = ASHotspotError(.unknown, reason: .linkLost)
        _ = hold.receive(ASHotspotUpdate(.left, error: lost))
        #expect(hold.ended(lost) == [.end])
    }

    @Test func whatNobodyWaitsForIsNotJoined() throws {
        var hold = HotspotHold()
        _ = hold.join(1)
        _ = hold.join(2)
        #expect(hold.cancel(1).last != .close)
        #expect(hold.cancel(2).last == .close)
        #expect(hold.cancel(2) == [])
    }

    @Test func whatIsJoinedStaysWhenItsCallerGoes() throws {
        var hold = HotspotHold()
        _ = hold.join(1)
        _ = hold.receive(ASHotspotUpdate(.joined, link: try link()))
        #expect(hold.cancel(1) == [])
    }

    @Test func whoJoinsWhatIsBeingLeftBeginsAnew() throws {
        var hold = HotspotHold()
        _ = hold.receive(ASHotspotUpdate(.joined, link: try link()))
        _ = hold.receive(ASHotspotUpdate(.left))
        #expect(hold.join(2) == [])
        #expect(hold.join(3) == [])
        #expect(hold.cancel(3).last != .close)
        #expect(hold.ended(nil) == [.end, .again(2)])
    }
}
