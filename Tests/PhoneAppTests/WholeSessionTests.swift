// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension
import Testing

/// A session's tasks beyond choosing and joining.
@Suite(.timeLimit(.minutes(5))) struct WholeSessionTests {
    /// An app with one camera, and a person who took it.
    private func withCamera(
        _ body: @escaping @Sendable (Agent, CameraApp, ASAccessory) async throws -> Void
    ) async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            try await Person(at: agent).sits {
                try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            }
            let camera = try #require(await app.camera)
            await app.forgetWhatHappened()
            try await body(agent, app, camera)
        }
    }

    @Test func anAppConfirmsWhatWasChosen() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let item = try CameraApp.item(prefix: "MyCam-")
            item.setupOptions = [.confirmAuthorization, .finishInApp]
            let person = Person(at: agent)
            try await person.sits {
                let picked = Task { try await app.session.showPicker(for: [item]) }
                await app.until(.accessoryChanged)
                let camera = try #require(await app.camera)
                #expect(camera.state == .awaitingAuthorization)
                #expect(app.session.accessories == [camera])
                // It is joined already, so that the app can ask it whatever it needs to know.
                await #expect(app.lastLink?.gateway == "192.168.4.1")
                try await app.session.finishAuthorization(for: camera, settings: .default)
                try await picked.value
            }
            await #expect(
                app.happened == [.activated, .pickerDidPresent, .accessoryChanged, .accessoryAdded, .pickerDidDismiss])
            #expect(app.session.accessories.map(\.state) == [.authorized])
        }
    }

    /// The options of the field's guide, whose listing calls no `finishAuthorization`. It takes the minute that the
    /// agent waits.
    @Test func aChoiceStandsThatAnAppLeavesOpen() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let item = try CameraApp.item(prefix: "MyCam-")
            item.setupOptions = .confirmAuthorization
            try await Person(at: agent).sits { try await app.session.showPicker(for: [item]) }
            await #expect(
                app.happened == [.activated, .pickerDidPresent, .accessoryChanged, .accessoryAdded, .pickerDidDismiss])
            #expect(app.session.accessories.map(\.state) == [.authorized])
        }
    }

    @Test func whatAnAppDoesNotConfirmIsNotItsOwn() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let item = try CameraApp.item(prefix: "MyCam-")
            item.setupOptions = .confirmAuthorization
            try await Person(at: agent).sits {
                let picked = Task { try await app.session.showPicker(for: [item]) }
                await app.until(.accessoryChanged)
                try await app.session.failAuthorization(for: #require(await app.camera))
                let error = await failure { try await picked.value }
                #expect((error as? ASError)?.code == .connectionFailed)
            }
            await #expect(
                app.happened == [
                    .activated, .pickerDidPresent, .accessoryChanged, .pickerSetupFailed, .pickerDidDismiss,
                ])
            #expect(app.session.accessories.isEmpty)
        }
    }

    @Test func aPersonNamesWhatWasChosen() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let item = try CameraApp.item(prefix: "MyCam-")
            item.setupOptions = [.rename, .finishInApp]
            let person = Person(at: agent, typing: "Porch")
            try await person.sits {
                try await app.session.showPicker(for: [item])
                await #expect(
                    app.happened == [
                        .activated, .pickerDidPresent, .pickerSetupRename, .accessoryAdded, .pickerDidDismiss,
                    ])
            }
            await #expect(app.camera?.displayName == "Porch")
            #expect(person.isSentToTheApp)
            #expect(person.questions == ["name"])
        }
    }

    @Test func aPersonRenamesAnAccessoryLater() async throws {
        try await withCamera { agent, app, camera in
            try await Person(at: agent, typing: "Back door").sits { try await app.session.renameAccessory(camera) }
            await app.until(.accessoryChanged)
            #expect(app.session.accessories.map(\.displayName) == ["Back door"])
            let error = await failure {
                try await Person(at: agent, accepting: false).sits { try await app.session.renameAccessory(camera) }
            }
            #expect((error as? ASError)?.code == .userCancelled)
        }
    }

    @Test func aPersonGivesAnAppMoreOfItsAccessory() async throws {
        try await withCamera { agent, app, camera in
            let descriptor = ASDiscoveryDescriptor()
            descriptor.ssid = "MyCam-0042"
            try await Person(at: agent).sits {
                try await app.session.updateAuthorization(for: camera, descriptor: descriptor)
            }
            await app.until(.accessoryChanged)
            #expect(app.session.accessories.first?.descriptor.ssid == "MyCam-0042")
            let error = await failure {
                try await Person(at: agent, accepting: false).sits {
                    try await app.session.updateAuthorization(for: camera, descriptor: descriptor)
                }
            }
            #expect((error as? ASError)?.code == .userCancelled)
        }
    }

    @Test func whatAnAppHadBeforeIsMigrated() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            let old = ASMigrationDisplayItem(
                name: "Old camera", productImage: try #require(CameraApp.picture), descriptor: ASDiscoveryDescriptor())
            old.hotspotSSID = "MyCam-0042"
            let person = Person(at: agent)
            try await person.sits { try await app.session.showPicker(for: [old]) }
            await #expect(app.happened == [.activated, .pickerDidPresent, .migrationComplete, .pickerDidDismiss])
            #expect(app.session.accessories.map(\.displayName) == ["Old camera"])
            #expect(app.session.accessories.map(\.ssid) == ["MyCam-0042"])
            #expect(person.questions == ["migration"])
        }
    }

    @Test func aConfiguredNetworkIsListedAndRemoved() async throws {
        try await Agent.run { agent in
            let manager = NEHotspotConfigurationManager(runtimeDirectory: agent.directory)
            try await Person(at: agent).sits { try await manager.apply(NEHotspotConfiguration(ssid: "MyCam-0042")) }
            await #expect(manager.configuredSSIDs() == ["MyCam-0042"])
            try await agent.until { $0.contains("\"state\":\"accessory\"") }
            manager.removeConfiguration(forSSID: "MyCam-0042")
            await #expect(manager.configuredSSIDs() == [])
            try await agent.until { $0.contains("\"state\":\"connected\"") }
        }
    }

    @Test func theReasonOfANetworkThatIsNotJoinedIsReported() async throws {
        try await Agent.run { agent in
            let manager = NEHotspotConfigurationManager(runtimeDirectory: agent.directory)
            let error = await failure {
                try await Person(at: agent, choosing: "MyCam-0404").sits {
                    try await manager.apply(NEHotspotConfiguration(ssid: "MyCam-0404"))
                }
            }
            #expect((error as? ASHotspotError)?.reason == .noAddress)
            let short = await failure {
                try await manager.apply(NEHotspotConfiguration(ssid: "MyCam-1", passphrase: "short", isWEP: false))
            }
            #expect((short as? ASHotspotError)?.code == .invalidWPAPassphrase)
        }
    }

    @Test func handlersAreCalledOnceOnTheQueueOfTheEvents() async throws {
        try await Agent.run { agent in
            let queue = DispatchQueue(label: "app")
            let key = DispatchSpecificKey<Bool>()
            queue.setSpecific(key: key, value: true)
            let session = ASAccessorySession(runtimeDirectory: agent.directory)
            let events = session.events
            session.activate(on: queue) { _ in #expect(DispatchQueue.getSpecific(key: key) == true) }
            for await event in events where event.eventType == .activated { break }
            let item = try CameraApp.item(prefix: "MyCam-")
            await confirmation(expectedCount: 2) { called in
                for shows in [true, false] {
                    let code: ASError.Code? = await withCheckedContinuation { done in
                        let handler: ASAccessorySession.Completion = { error in
                            #expect(DispatchQueue.getSpecific(key: key) == true)
                            called()
                            done.resume(returning: (error as? ASError)?.code)
                        }
                        if shows {
                            session.showPicker(for: [item], completionHandler: handler)
                        } else {
                            session.showPicker(completionHandler: handler)
                        }
                    }
                    #expect(code == (shows ? .pickerRestricted : .extensionNotFound))
                }
            }
        }
    }

    @Test func aSessionThatNobodyKeepsEndsItsPicker() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-7777")
            var session: ASAccessorySession? = ASAccessorySession(runtimeDirectory: agent.directory)
            let (codes, settled) = AsyncStream.makeStream(of: ASError.Code?.self)
            var events = try #require(session).events.makeAsyncIterator()
            session?.activate(on: .main) { _ in }
            while let event = await events.next(), event.eventType != .activated {}
            let item = try CameraApp.item(prefix: "MyCam-")
            session?.showPicker(for: [item]) { settled.yield(($0 as? ASError)?.code) }
            while let event = await events.next(), event.eventType != .pickerDidPresent {}
            session = nil
            #expect(await codes.first { _ in true } == .invalidated)
        }
    }

    @Test func joiningAgainAfterLeavingWorksEveryTime() async throws {
        try await withCamera { agent, app, camera in
            let manager = NEHotspotConfigurationManager.shared
            for _ in 1...10 {
                try await manager.joinAccessoryHotspotWithoutSecurity(camera)
                try await manager.leaveAccessoryHotspot(camera)
            }
            try await agent.until { $0.contains("\"state\":\"connected\"") }
        }
    }
}
