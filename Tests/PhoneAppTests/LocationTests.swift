// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Testing

/// Where an app's accessories are on the home network.
@Suite(.timeLimit(.minutes(5))) struct LocationTests {
    private static let accessory = #"{"id":"one","displayName":"Camera","state":"authorized"}"#

    private static func event(_ type: String, _ place: String) -> String {
        #"{"continues":true,"parameters":{"event":{"type":"\#(type)","accessory":\#(accessory),"location":{\#(place)}}}}"#
    }

    private static func place(_ address: String, page: String, isOnline: Bool = true) -> String {
        #""address":"\#(address)","page":"\#(page)","evidence":"station","isConfirmed":true,"lastSeen":5,"#
            + #""isOnline":\#(isOnline)"#
    }

    @Test func changesComeBesideTheEventsOfPhones() async throws {
        let agent = try HostileAgent(
            [
                #"{"continues":true,"parameters":{"event":{"type":"activated"},"accessories":[\#(Self.accessory)]}}"#,
                Self.event("accessoryArrived", Self.place("192.168.1.23", page: "http://192.168.1.23/")),
                // An agent that is not ours has no way to make a link of it, either.
                Self.event("accessoryMoved", Self.place("192.168.1.24", page: "http://evil.example/")),
                Self.event("accessoryGone", Self.place("192.168.1.24", page: "", isOnline: false)),
                #"{"continues":true,"parameters":{"event":{"type":"invalidated"}}}"#,
            ], at: "app.socket")
        defer { agent.end() }
        let session = ASAccessorySession(runtimeDirectory: agent.directory)
        let (changes, events) = (session.locationChanges, session.events)
        session.activate(on: .main) { _ in }
        var seen: [ASAccessoryLocationChange] = []
        for await change in changes { seen.append(change) }
        #expect(seen.map(\.kind) == [.arrived, .moved, .gone])
        #expect(seen.map(\.location.page) == ["http://192.168.1.23/", nil, nil])
        #expect(seen.map(\.location.isOnline) == [true, true, false])
        #expect(seen.allSatisfy { $0.accessory.identifier == "one" && $0.location.evidence == .station })
        var types: [ASAccessoryEventType] = []
        for await event in events { types.append(event.eventType) }
        #expect(types == [.activated, .invalidated])
    }

    /// An app that was granted its camera, in a session.
    private func withCamera(
        _ body: @Sendable (_ agent: Agent, _ app: CameraApp, _ camera: ASAccessory) async throws -> Void
    ) async throws {
        try await Agent.run { agent in
            try await agent.ctl(
                "access", "grant", "--app", "org.example.camera", "--ssid", "MyCam-0042", "--name", "Camera")
            let app = await CameraApp(agent)
            await app.start()
            let camera = try #require(app.session.accessories.first)
            try await body(agent, app, camera)
        }
    }

    @Test func whatIsNotKnownIsNil() async throws {
        try await withCamera { agent, app, camera in
            #expect(try await app.session.location(of: camera) == nil)
            try await agent.ctl("access", "deny", "--app", "org.example.camera", "--ssid", "MyCam-0042")
            let refused = await failure { _ = try await app.session.location(of: camera) }
            #expect((refused as? ASError)?.code == .userRestricted)
        }
    }

    @Test func presenceComesUntilAccessIsSwitchedOff() async throws {
        try await withCamera { agent, app, camera in
            let changes = app.session.presenceChanges(of: [camera])
            let refused = await failure {
                for try await change in changes {
                    #expect(change.kind == .appeared && change.radio == .wifi && change.accessory == camera.identifier)
                    try await agent.ctl("access", "deny", "--app", "org.example.camera", "--ssid", "MyCam-0042")
                }
            }
            #expect((refused as? ASError)?.code == .userRestricted)
        }
    }
}
