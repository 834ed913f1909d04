// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

@testable import accessory_picker

@Suite struct JoinedHotspotTests {
    private func joined(_ state: LeaseUpdate.State, _ kind: FenceStatus.Kind? = nil) throws -> JoinedHotspot? {
        let fence = kind.map {
            FenceStatus(kind: $0, who: [], reason: nil, sent: 0, received: 0, refused: 0, keptOut: 0, refusals: [])
        }
        let ssid = try SSID(text: "MyCam-1")
        return JoinedHotspot(
            LeaseStatus(app: "org.example.camera", lease: LeaseUpdate(state: state, ssid: ssid), fence: fence))
    }

    @Test(arguments: [FenceStatus.Kind.cgroup, FenceStatus.Kind.user, FenceStatus.Kind.none, nil])
    func hasTheFenceOfAJoinedNetwork(kind: FenceStatus.Kind?) throws {
        #expect(try joined(.joined, kind)?.fence == kind)
    }

    @Test(arguments: [LeaseUpdate.State.scanning, .associating, .addressing, .left, .restoring, .restored])
    func isNoneUnlessItIsJoined(state: LeaseUpdate.State) throws { #expect(try joined(state) == nil) }

    /// The page's texts end with the kind.
    @Test func namesTheFenceAsTheTextsDo() throws {
        let text = String(decoding: try JSONEncoder().encode(joined(.joined, .cgroup)), as: UTF8.self)
        #expect(text.contains(#""fence":"cgroup""#) && text.contains(#""ssid":"MyCam-1""#))
    }
}
