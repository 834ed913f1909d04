// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Synchronization
import Testing

@testable import AccessoryDaemon

/// Where accessories are on the home network, as apps and people learn it.
@Suite struct PlaceTests {
    private final class WallClock: Sendable {
        let time = Mutex(Timestamp(seconds: 1500))
    }

    private static let now: @Sendable () -> Timestamp = { Timestamp(seconds: 1500) }

    private func place(_ last: UInt8 = 23, confirmed: Bool = true, page: String? = nil) throws -> Location {
        Location(
            address: try #require(IPAddress([192, 168, 1, last])), host: "cam.local", page: page, evidence: .station,
            isConfirmed: confirmed, lastSeen: Timestamp(seconds: 1000))
    }

    private func refusal(_ body: () async throws -> Location?) async -> AccessoryError.Code? {
        await #expect(throws: AccessoryError.self) { try await body() }?.code
    }

    @Test func theAppWithTheGrantLearnsThePlaceAndItsChanges() async throws {
        try await Agent.run(now: Self.now) { agent in
            let id = try await agent.grant().accessory.id
            let app = agent.app("camera")
            #expect(try await app.call(.getLocation, AccessoryQuery(accessory: id)).location == nil)
            var events = try app.stream(.activate).makeAsyncIterator()
            #expect(try await events.next()?.event.type == .activated)
            let (first, second) = (try place(page: "http://192.168.1.23/"), try place(24))
            await agent.daemon.noteWhereabouts(.seen(first), of: id)
            await agent.daemon.noteWhereabouts(.seen(second), of: id)
            await agent.daemon.noteWhereabouts(.notSeen, of: id)
            var away = second
            away.isOnline = false
            for (type, location) in [
                (EventType.accessoryArrived, first), (.accessoryMoved, second), (.accessoryGone, away),
            ] {
                let event = try #require(try await events.next()?.event)
                #expect(event.type == type && event.location == location && event.accessory?.id == id)
            }
            #expect(try await app.call(.getLocation, AccessoryQuery(accessory: id)).location == away)
            #expect(try await agent.control.accessories().accessories.map(\.location) == [away])
        }
    }

    @Test func nobodyElseLearnsIt() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "camera.service")
        try await Agent.run(
            apps: Agent.withViewer, callers: ["camera", "viewer", "stranger"], named: ["other": other], now: Self.now
        ) { agent in
            let record = try await agent.control.call(
                .grantAccess, GrantRequest(app: Agent.camera, uid: 1000, ssid: "MyCam-0001")
            ).record
            let id = record.accessory.id
            await agent.daemon.noteWhereabouts(.seen(try place()), of: id)
            #expect(
                await refusal {
                    try await agent.app("viewer").call(.getLocation, AccessoryQuery(accessory: id)).location
                } == .unknownAccessory)
            #expect(
                await refusal {
                    try await agent.app("other").call(.getLocation, AccessoryQuery(accessory: id)).location
                } == .unknownAccessory)
            #expect(
                await refusal {
                    try await agent.app("stranger").call(.getLocation, AccessoryQuery(accessory: id)).location
                } == .notAuthorized)
            #expect(
                await refusal {
                    try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: "no such")).location
                } == .unknownAccessory)
            #expect(try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: id)).location != nil)
        }
    }

    @Test func aWeakerProofDoesNotLearnIt() async throws {
        let manifest =
            "[App]\nName=Camera\n[Identity]\nUnits=camera.service\nUsers=tester\n[Discovery]\nSSIDPrefixes=MyCam-\n"
        let weak = Identity(uid: 1000, user: "tester")
        try await Agent.run(apps: [Agent.camera: manifest], callers: ["camera"], named: ["weak": weak]) { agent in
            let (accessory, _) = try await agent.setUp(as: "camera")
            await agent.daemon.noteWhereabouts(.seen(try place()), of: accessory.id)
            #expect(
                await refusal {
                    try await agent.app("weak").call(.getLocation, AccessoryQuery(accessory: accessory.id)).location
                } == .unknownAccessory)
            #expect(
                try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: accessory.id)).location
                    != nil)
        }
    }

    @Test func anAppThatIsSwitchedOffLearnsNothing() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let id = try await agent.grant().accessory.id
            _ = try await agent.grant(to: "org.example.viewer")
            var camera = try agent.app("camera").stream(.activate).makeAsyncIterator()
            var viewer = try agent.app("viewer").stream(.activate).makeAsyncIterator()
            _ = (try await camera.next(), try await viewer.next())
            for allowed in [false, true] {
                _ = try await agent.control.call(
                    .setAccess, SetAccessRequest(app: Agent.camera, accessory: id, allowed: allowed))
                #expect(try await camera.next()?.event.type == .accessoryChanged)
                await agent.daemon.noteWhereabouts(allowed ? .notSeen : .seen(try place()), of: id)
                if !allowed {
                    #expect(
                        await refusal {
                            try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: id)).location
                        } == .userRestricted)
                }
            }
            // The next event of the switched-off app is the one after it was switched on again.
            #expect(try await camera.next()?.event.type == .accessoryGone)
            #expect(try await viewer.next()?.event.type == .accessoryArrived)
            #expect(try await viewer.next()?.event.type == .accessoryGone)
        }
    }

    @Test func anExpiredGrantShowsNothing() async throws {
        let wall = WallClock()
        try await Agent.run(now: { wall.time.withLock { $0 } }) { agent in
            let record = try await agent.control.call(
                .grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-0001", expires: Timestamp(seconds: 2000))
            ).record
            await agent.daemon.noteWhereabouts(.seen(try place()), of: record.accessory.id)
            #expect(
                try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: record.accessory.id))
                    .location != nil)
            wall.time.withLock { $0 = Timestamp(seconds: 2000) }
            #expect(
                await refusal {
                    try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: record.accessory.id))
                        .location
                } == .notAuthorized)
        }
    }

    @Test func aPlaceSurvivesARestartAndIsNotOnlineThen() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let seen = try place(page: "http://192.168.1.23/")
        let id = try await Agent.run(in: directory, now: Self.now) { agent in
            let id = try await agent.grant().accessory.id
            await agent.daemon.noteWhereabouts(.seen(seen), of: id)
            return id
        }
        try await Agent.run(in: directory, now: Self.now) { agent in
            var stored = seen
            stored.isOnline = false
            #expect(try await agent.app("camera").call(.getLocation, AccessoryQuery(accessory: id)).location == stored)
            var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            await agent.daemon.noteWhereabouts(.seen(seen), of: id)
            #expect(try await events.next()?.event.type == .accessoryArrived)
        }
    }

    @Test func itGoesWithTheLastRecord() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"], now: Self.now) { agent in
            let id = try await agent.grant().accessory.id
            _ = try await agent.grant(to: "org.example.viewer")
            await agent.daemon.noteWhereabouts(.seen(try place()), of: id)
            try await agent.app("camera").call(.removeAccessory, AccessoryQuery(accessory: id))
            #expect(try await agent.app("viewer").call(.getLocation, AccessoryQuery(accessory: id)).location != nil)
            try await agent.control.call(.removeAccessory, AccessoryQuery(accessory: id))
            #expect(await agent.daemon.book.places.isEmpty)
            // Whoever still looks for it does not bring it back.
            await agent.daemon.noteWhereabouts(.seen(try place()), of: id)
            #expect(await agent.daemon.book.places.isEmpty)
        }
    }

    @Test func monitorsGetTheChangesOfTheirScopeAlone() async throws {
        try await UsersPickers().run { agent in
            let own = try await agent.control.call(
                .grantAccess, GrantRequest(app: Agent.camera, uid: 1000, ssid: "MyCam-0001")
            ).record
            let others = try await agent.control.call(
                .grantAccess, GrantRequest(app: Agent.camera, uid: 1001, ssid: "MyCam-0042")
            ).record
            var all = try agent.control.stream(.monitor).makeAsyncIterator()
            var alices = try agent.usersControl("alice's").stream(.monitor).makeAsyncIterator()
            _ = (try await all.next(), try await alices.next())
            await agent.daemon.noteWhereabouts(.seen(try place(24)), of: others.accessory.id)
            await agent.daemon.noteWhereabouts(.seen(try place(23, confirmed: false)), of: own.accessory.id)
            #expect(
                try await alices.next()?.event?.text
                    == "'MyCam-0001' is on the home network at 192.168.1.23, as it seems")
            #expect(try await all.next()?.event?.kind == .location)
            let seen = try await agent.usersControl("alice's").accessories().accessories
            #expect(seen.map(\.location?.address.description) == ["192.168.1.23"])
            // Its last sighting was long ago by the clock.
            #expect(seen.map(\.location?.isOnline) == [false])
        }
    }
}
