// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Synchronization
import Testing

/// From the grant to its end, as apps and people see it.
@Suite struct RecordLifeTests {
    private static let camera = Agent.camera

    // MARK: Switched off and on

    @Test func switchingAccessOffNotifiesTheAppAndEndsItsLease() async throws {
        try await Agent.run { agent in
            let granted = try await agent.grant()
            let app = agent.app("camera")
            var events = try app.stream(.activate).makeAsyncIterator()
            #expect(try await events.next()?.accessories == [granted.accessory])
            let switches = SetAccessRequest(app: Self.camera, ssid: "MyCam-0001", allowed: false)
            let error = await #expect(throws: AccessoryError.self) {
                for try await update in try app.stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                where update.lease.state == .joined {
                    let records = try await agent.control.call(.setAccess, switches).records
                    #expect(records.map(\.accessory.state) == [.unauthorized])
                }
            }
            #expect(error?.code == .userRestricted)
            let event = try #require(try await events.next()?.event)
            #expect(event.type == .accessoryChanged && event.accessory?.state == .unauthorized)
            let adapters = try await agent.control.call(.getStatus).adapters
            #expect(adapters.map(\.detail) == ["HomeNet"])
            let refusal = await #expect(throws: AccessoryError.self) {
                try await app.call(.getAccess, AccessQuery(ssid: "MyCam-0001"))
            }
            #expect(refusal?.code == .userRestricted)
            // It is still the app's, only switched off.
            #expect(try await app.call(.listAccessories).accessories.map(\.state) == [.unauthorized])
        }
    }

    @Test func switchingAccessOnAgainGivesItBack() async throws {
        try await Agent.run { agent in
            _ = try await agent.grant()
            for allowed in [false, true] {
                _ = try await agent.control.call(
                    .setAccess, SetAccessRequest(app: Self.camera, ssid: "MyCam-0001", allowed: allowed))
            }
            #expect(
                try await agent.app("camera").call(.getAccess, AccessQuery(ssid: "MyCam-0001")).record.accessory.state
                    == .authorized)
            #expect(try await agent.history().map(\.action) == [.granted, .switchedOff, .switchedOn])
        }
    }

    // MARK: Sharing

    @Test func aSecondAppSharesAndTheFirstNameStays() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let (first, _) = try await agent.setUp(as: "camera")
            #expect(first.displayName == "camera's name" && first.image == "camera.png")
            let (second, seen) = try await agent.setUp(as: "viewer")
            let shown = seen.compactMap(\.items).joined().first { $0.title == "MyCam-0001" }
            #expect(shown?.isShared == true)
            #expect(shown?.name == "camera's name" && shown?.image == "camera.png")
            #expect(seen.compactMap(\.items).joined().contains { $0.title == "MyCam-0042" && !$0.isShared })
            #expect(second.id == first.id && second.displayName == first.displayName && second.image == first.image)
            let known = try await agent.control.accessories().accessories
            #expect(known.map(\.accessory.id) == [first.id])
            #expect(known.first?.records.map(\.app) == [Self.camera, "org.example.viewer"])
            #expect(try await agent.history().map(\.action) == [.granted, .shared])
        }
    }

    @Test func oneDeviceIsOneAccessoryHoweverItWasGranted() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let first = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001"))
                .record
            let (second, seen) = try await agent.setUp(as: "viewer")
            #expect(second.id == first.accessory.id && second.displayName == "MyCam-0001")
            #expect(seen.compactMap(\.items).joined().contains { $0.isShared })
            // A new grant switches a record on that was off, and the record stays the first app's.
            for request in [false, true] {
                _ = try await agent.control.call(
                    .setAccess, SetAccessRequest(app: Self.camera, ssid: "MyCam-0001", allowed: request))
                if !request { _ = try await agent.grant() }
            }
            let known = try await agent.control.accessories().accessories
            #expect(known.map { $0.records.map(\.app) } == [[Self.camera, "org.example.viewer"]])
            let actions = try await agent.history().map(\.action)
            #expect(actions == [.granted, .shared, .switchedOff, .switchedOn, .switchedOn])
        }
    }

    @Test func revokingOneAppLeavesTheOther() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let first = try await agent.grant()
            let second = try await agent.grant(to: "org.example.viewer")
            #expect(first.accessory.id == second.accessory.id)
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001"))
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
            #expect(try await agent.app("viewer").call(.listAccessories).accessories.map(\.id) == [first.accessory.id])
            try await agent.control.call(.removeAccessory, AccessoryQuery(accessory: first.accessory.id))
            #expect(try await agent.control.accessories().accessories.isEmpty)
            #expect(try await agent.history().map(\.action) == [.granted, .shared, .revoked, .revoked])
        }
    }

    @Test func noAppLearnsByABluetoothIdentifierWhatAnotherHas() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            for app in [Self.camera, "org.example.viewer"] {
                _ = try await agent.control.call(
                    .grantAccess, GrantRequest(app: app, ssid: "MyCam-0001", bluetoothAddress: "02:00:00:00:0B:01"))
            }
            var identifiers: [String] = []
            for name in ["camera", "viewer"] {
                let accessory = try #require(try await agent.app(name).call(.listAccessories).accessories.first)
                let identifier = try #require(accessory.bluetoothIdentifier)
                let record = try await agent.app(name).call(.getAccess, AccessQuery(bluetooth: identifier)).record
                #expect(record.accessory.id == accessory.id)
                // The hardware's address is for people and system services.
                #expect(record.bluetoothAddress == nil)
                identifiers.append(identifier)
            }
            #expect(Set(identifiers).count == 2)
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.getAccess, AccessQuery(bluetooth: identifiers[1]))
            }
            #expect(error?.code == .unknownAccessory)
            // Granted anew, the app still knows it by the same identifier.
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001"))
            let own = try await agent.app("camera").call(.listAccessories).accessories
            #expect(own.map(\.bluetoothIdentifier) == [identifiers[0]])
            let address = try await agent.control.access(app: Self.camera).records.map(\.bluetoothAddress?.description)
            #expect(address == ["02:00:00:00:0b:01"])
        }
    }

    // MARK: Names

    @Test func anAppRenamesItsOwnAndAllAreNotified() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let id = try await agent.grant().accessory.id
            _ = try await agent.grant(to: "org.example.viewer")
            var events = try agent.app("viewer").stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let renamed = try await agent.app("camera").call(
                .renameAccessory, RenameRequest(accessory: id, name: "Porch")
            ).accessory
            #expect(renamed.displayName == "Porch")
            let event = try #require(try await events.next()?.event)
            #expect(event.type == .accessoryChanged && event.accessory?.displayName == "Porch")
            // The second app has the first one's name, and may not change it.
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("viewer").call(.renameAccessory, RenameRequest(accessory: id, name: "Mine"))
                    .accessory
            }
            #expect(error?.code == .notAuthorized)
            #expect(
                try await agent.control.call(.renameAccessory, RenameRequest(accessory: id, name: "Garden")).accessory
                    .displayName
                    == "Garden")
            #expect(try await agent.app("camera").call(.listAccessories).accessories.map(\.displayName) == ["Garden"])
        }
    }

    @Test func anAnswerThatWasGivenBeforeChangesWithItsRecord() async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            for name in ["Porch", "Garden"] {
                _ = try await agent.control.call(.renameAccessory, RenameRequest(accessory: id, name: name))
                for _ in 0..<2 {
                    #expect(
                        try await agent.app("camera").call(.getAccess, AccessQuery(accessory: id)).record.accessory
                            .displayName
                            == name)
                    #expect(
                        try await agent.control.call(.checkAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001"))
                            .record
                            .accessory.displayName == name)
                }
            }
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001"))
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.checkAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001")).record
            }
            #expect(error?.code == .notAuthorized)
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 256), "two\nlines"])
    func refusesWhatIsNoName(name: String) async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.renameAccessory, RenameRequest(accessory: id, name: name)).accessory
            }
            #expect(error?.code == .invalidRequest && error?.field == "name")
            #expect(
                try await agent.app("camera").call(.listAccessories).accessories.map(\.displayName) == ["MyCam-0001"])
        }
    }

    // MARK: Ends

    @Test func anAppGivesUpItsOwnAndNobodyElses() async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("plug").call(.removeAccessory, AccessoryQuery(accessory: id))
            }
            #expect(error?.code == .unknownAccessory)
            let ended = await #expect(throws: AccessoryError.self) {
                for try await update in try agent.app("camera").stream(
                    .joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                where update.lease.state == .joined {
                    try await agent.app("camera").call(.removeAccessory, AccessoryQuery(accessory: id))
                }
            }
            #expect(ended?.code == .notAuthorized)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
            let last = try #require(try await agent.history().last)
            #expect(last.action == .removed && last.proof == Proof(.unit, "camera.service"))
            #expect(last.who.contains("uid 1000 (tester)"))
        }
    }

    @Test func anExpiredGrantIsRefusedAndReportedAndEndsItsLease() async throws {
        let clock = WallClock(1_000)
        try await Agent.run(now: { clock.now }, waitUntil: clock.wait) { agent in
            // Hours away, and reached because somebody sets the clock.
            _ = try await agent.control.call(
                .grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001", expires: Timestamp(seconds: 90_000)))
            let app = agent.app("camera")
            var events = try app.stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let error = await #expect(throws: AccessoryError.self) {
                for try await update in try app.stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                where update.lease.state == .joined {
                    clock.set(90_000)
                }
            }
            #expect(error?.code == .notAuthorized && error?.message.contains("expired") == true)
            let event = try #require(try await events.next()?.event)
            #expect(event.type == .accessoryChanged && event.accessory?.state == .unauthorized)
            #expect(try await agent.history().map(\.action) == [.granted, .expired])
            let refusal = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(
                    .setAccess, SetAccessRequest(app: Self.camera, ssid: "MyCam-0001", allowed: true))
            }
            #expect(refusal?.field == "allowed")
        }
    }

    @Test func whatExpiresWhileTheAgentIsAwayHasExpiredWhenItIsBack() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let clock = WallClock(1_000)
        try await Agent.run(in: directory, now: { clock.now }, waitUntil: clock.wait) { agent in
            _ = try await agent.control.call(
                .grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001", expires: Timestamp(seconds: 2_000)))
        }
        clock.set(2_000)
        try await Agent.run(in: directory, now: { clock.now }, waitUntil: clock.wait) { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.checkAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001")).record
            }
            #expect(error?.code == .notAuthorized)
            // Granted anew, it is there again.
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001"))
            #expect(
                try await agent.control.call(.checkAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001")).record
                    .accessory
                    .state == .authorized)
            #expect(try await agent.history().map(\.action) == [.granted, .expired, .renewed])
        }
    }
}

/// A wall clock that tests set.
private final class WallClock: Sendable {
    private struct State {
        var seconds: Int64
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    private let state: Mutex<State>

    init(_ seconds: Int64) { state = Mutex(State(seconds: seconds)) }

    var now: Timestamp { Timestamp(seconds: state.withLock { $0.seconds }) }

    func set(_ value: Int64) {
        state.withLock { state in
            state.seconds = value
            for waiter in state.waiting { waiter.finish() }
            state.waiting = []
        }
    }

    /// Until it is set.
    @Sendable func wait(until instant: Timestamp) async throws {
        let (isSet, waiter) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            if state.seconds < instant.seconds { state.waiting.append(waiter) } else { waiter.finish() }
        }
        for await _ in isSet {}
        try Task.checkCancellation()
    }
}
