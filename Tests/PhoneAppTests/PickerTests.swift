// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PickerTests {
    @Test func picksACameraJoinsItsHotspotAndLeaves() async throws {
        try await Agent.run { agent in try await Self.pickJoinAndLeave(agent) }
    }

    private static func pickJoinAndLeave(_ agent: Agent) async throws {
        try await agent.seatPerson(choosing: "strongest")
        let app = CameraApp(agent)
        await app.start()
        #expect(app.accessoriesAtActivation == [])

        try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-", passphrase: "camera-0001")])
        #expect(app.happened == [.activated, .pickerDidPresent, .accessoryAdded, .pickerDidDismiss])
        let camera = try #require(app.camera)
        #expect(app.accessoriesAtAdding == [camera])
        #expect(camera.displayName == "Garden camera")
        #expect(camera.ssid == "MyCam-0001")
        #expect(camera.state == .authorized)

        let manager = NEHotspotConfigurationManager.shared
        let link = try await manager.joinAccessoryHotspot(camera, passphrase: "camera-0001")
        #expect(link.interface == "wlan0")
        #expect(link.address == "192.168.4.2")
        #expect(link.gateway == "192.168.4.1")
        // Joined already is success.
        #expect(try await manager.joinAccessoryHotspot(camera, passphrase: "camera-0001") == link)
        let updates = manager.hotspotUpdates(for: camera)
        try await manager.leaveAccessoryHotspot(camera)
        var states: [ASHotspotUpdate.State] = []
        var last: ASHotspotUpdate?
        for await update in updates {
            states.append(update.state)
            last = update
        }
        #expect(states == [.joined, .left, .restored])
        #expect(last?.earlierNetwork == "HomeNet")
        try await agent.until { $0.contains("\"state\":\"connected\"") }
    }

    @Test func aHotspotIsLeftWhenItsConfigurationIsRemoved() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            let camera = try #require(await app.camera)
            let manager = NEHotspotConfigurationManager(runtimeDirectory: agent.directory)
            try await manager.joinAccessoryHotspotWithoutSecurity(camera)
            let updates = manager.hotspotUpdates(for: camera)
            manager.removeConfiguration(forSSID: try #require(camera.ssid))
            #expect(await updates.contains { $0.state == .restored })
        }
    }

    @Test func theReasonOfAHotspotThatIsNotJoinedIsReported() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0404")
            let app = await CameraApp(agent)
            await app.start()
            let error = await #expect(throws: ASError.self) {
                try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            }
            #expect(error?.code == .connectionFailed)
            #expect(error?.reason == .noAddress)
            await #expect(app.happened == [.activated, .pickerDidPresent, .pickerSetupFailed, .pickerDidDismiss])
            await #expect((app.lastError as? ASError)?.reason == .noAddress)
            #expect(app.session.accessories.isEmpty)
        }
    }

    @Test func aPersonWhoGoesHasCancelled() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-7777")
            let app = await CameraApp(agent)
            await app.start()
            let picked = Task { try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")]) }
            await app.until(.pickerDidPresent)
            agent.personGoes()
            do {
                try await picked.value
                Issue.record("nobody has chosen")
            } catch ASError.userCancelled {
                await #expect(app.happened == [.activated, .pickerDidPresent, .pickerDidDismiss])
            }
        }
    }

    @Test func withoutAPickerNobodyCanChoose() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let pickerRestricted = await failure {
                try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            }
            #expect((pickerRestricted as? ASError)?.code == .pickerRestricted)
        }
    }

    @Test func nothingThatMatchesIsATimeout() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "strongest")
            let app = await CameraApp(agent)
            await app.start()
            let settings = ASPickerDisplaySettings.default
            settings.discoveryTimeout = .unbounded
            app.session.pickerDisplaySettings = settings
            let picked = Task { try await app.session.showPicker(for: [CameraApp.item(ssid: "MyCam-9999")]) }
            await app.until(.pickerDidPresent)
            try await app.session.finishPickerDiscovery()
            do {
                try await picked.value
                Issue.record("nothing was there to be chosen")
            } catch ASError.discoveryTimeout {
                await #expect(app.happened == [.activated, .pickerDidPresent, .pickerDidDismiss])
            }
        }
    }

    @Test func aSecondPickerIsRefused() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-7777")
            let (one, other) = (await CameraApp(agent), await CameraApp(agent))
            await one.start()
            await other.start()
            let picked = Task { try await one.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")]) }
            await one.until(.pickerDidPresent)
            for session in [one.session, other.session] {
                let pickerAlreadyActive = await failure {
                    try await session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
                }
                #expect((pickerAlreadyActive as? ASError)?.code == .pickerAlreadyActive)
            }
            one.session.invalidate()
            await #expect(throws: ASError.self) { try await picked.value }
            await one.until(.invalidated)
            await #expect(one.happened == [.activated, .pickerDidPresent, .pickerDidDismiss, .invalidated])
            await #expect(one.lastError == nil)
        }
    }

    @Test func anAppThatFiltersShowsWhatItNames() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            let settings = ASPickerDisplaySettings.default
            settings.options = .filterDiscoveryResults
            settings.discoveryTimeout = .short
            app.session.pickerDisplaySettings = settings
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            await #expect(app.camera?.displayName == "Found MyCam-0042")
        }
    }

    @Test func closingItsTaskClosesThePicker() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-7777")
            let app = await CameraApp(agent)
            await app.start()
            let showing = Task { try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")]) }
            await app.until(.pickerDidPresent)
            showing.cancel()
            await #expect(throws: CancellationError.self) { try await showing.value }
            await app.until(.pickerDidDismiss)
        }
    }

    @Test func aRemovedAccessoryIsGone() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            let camera = try #require(await app.camera)
            try await app.session.removeAccessory(camera)
            await app.until(.accessoryRemoved)
            #expect(app.session.accessories.isEmpty)
            let invalidRequest = await failure { try await app.session.removeAccessory(camera) }
            #expect((invalidRequest as? ASError)?.code == .invalidRequest)
            let unauthorized = await failure {
                try await NEHotspotConfigurationManager.shared.joinAccessoryHotspotWithoutSecurity(camera)
            }
            #expect((unauthorized as? ASHotspotError)?.code == .userUnauthorized)
        }
    }
}
