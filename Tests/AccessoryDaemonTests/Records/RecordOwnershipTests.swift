// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

/// The owner of a record: which user, and by which proof.
@Suite struct RecordOwnershipTests {
    private static let camera = Agent.camera

    private static let byUnitOrUser = [
        camera: """
        [App]
        Name=Camera
        [Identity]
        Units=camera.service
        Users=tester
        [Discovery]
        SSIDPrefixes=MyCam-
        """
    ]

    @Test func aWeakerProofDoesNotGetWhatAStrongerOneWasGranted() async throws {
        let weak = Identity(uid: 1000, user: "tester")
        try await Agent.run(apps: Self.byUnitOrUser, callers: ["camera"], named: ["weak": weak]) { agent in
            var events = try agent.app("weak").stream(.activate).makeAsyncIterator()
            #expect(try await events.next()?.accessories == [])
            _ = try await agent.setUp(as: "camera")
            let record = try #require(try await agent.control.access(app: Self.camera).records.first)
            #expect(record.proof == Proof(.unit, "camera.service") && record.uid == 1000)
            #expect(try await agent.app("weak").call(.listAccessories).accessories.isEmpty)
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("weak").call(.getAccess, AccessQuery(ssid: "MyCam-0001"))
            }
            #expect(error?.code == .notAuthorized)
            // Its stream has no event about it either: the next event is about its own record.
            _ = try await agent.control.call(
                .setAccess, SetAccessRequest(app: Self.camera, ssid: "MyCam-0001", allowed: false))
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0042"))
            var received: [Event] = []
            while received.last?.type != .accessoryAdded {
                received.append(try #require(try await events.next()?.event))
            }
            #expect(!received.contains { $0.accessory?.id == record.accessory.id })
            #expect(received.last?.accessory?.ssid?.description == "MyCam-0042")
        }
    }

    @Test func aStrongerProofGetsWhatAWeakerOneWasGranted() async throws {
        let weak = Identity(uid: 1000, user: "tester")
        try await Agent.run(apps: Self.byUnitOrUser, callers: ["camera"], named: ["weak": weak]) { agent in
            let (accessory, _) = try await agent.setUp(as: "weak")
            #expect(try await agent.app("camera").call(.listAccessories).accessories.map(\.id) == [accessory.id])
        }
    }

    @Test func everyUserHasItsOwn() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "camera.service")
        try await Agent.run(callers: ["camera"], named: ["other": other]) { agent in
            let (mine, _) = try await agent.setUp(as: "camera")
            #expect(try await agent.app("other").call(.listAccessories).accessories.isEmpty)
            let (theirs, _) = try await agent.setUp(as: "other")
            #expect(mine.id == theirs.id)
            #expect(try await agent.control.access(app: Self.camera).records.map(\.uid) == [1000, 1001])
            try await agent.app("camera").call(.removeAccessory, AccessoryQuery(accessory: mine.id))
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
            #expect(try await agent.app("other").call(.listAccessories).accessories.map(\.id) == [mine.id])
        }
    }

    @Test func aGrantForOneUserIsThatUsersOnly() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "camera.service")
        try await Agent.run(callers: ["camera"], named: ["other": other]) { agent in
            _ = try await agent.control.call(
                .grantAccess, GrantRequest(app: Self.camera, uid: 1001, ssid: "MyCam-0001"))
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
            #expect(try await agent.app("other").call(.listAccessories).accessories.count == 1)
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, uid: -1, ssid: "MyCam-0001"))
                    .record
            }
            #expect(error?.field == "uid")
        }
    }

    @Test func oneUsersAppDoesNotLeaveAnothersHotspot() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "camera.service")
        try await Agent.run(callers: ["camera"], named: ["other": other]) { agent in
            _ = try await agent.grant()
            for try await update in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            where update.lease.state == .joined {
                let error = await #expect(throws: AccessoryError.self) {
                    try await agent.app("other").call(.leaveHotspot, LeaveHotspotRequest())
                }
                #expect(error?.code == .unknownAccessory)
                #expect(try await agent.control.call(.getStatus).leases.count == 1)
                break
            }
        }
    }
}
