// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Glibc
import Testing

@testable import AccessoryDaemon

@Suite(.serialized) struct ConfigurationWatchTests {
    private let folder: ConfigurationFolder
    private static let camera = ConfigurationFolder.camera

    init() throws { folder = try ConfigurationFolder() }

    /// The configuration at each change that the watch reports. `body` makes one change after the other.
    private func watching(
        _ directories: [String] = ["usr", "etc"], settleTime: Duration = .milliseconds(60),
        _ body: (_ next: @Sendable () async -> Configuration?) async throws -> Void
    ) async throws {
        let (changes, send) = AsyncStream<Configuration>.makeStream()
        let watch = ConfigurationWatch(directories.map { folder[$0] }, settleTime: settleTime)
        #expect(watch.failure == nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [folder] in
                await watch.run(clock: ContinuousClock()) {
                    send.yield(folder.read(directories))
                }
            }
            try await body {
                for await configuration in changes { return configuration }
                return nil
            }
            group.cancelAll()
        }
    }

    private func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: folder[file]) }

    @Test func reportsWhatIsAddedChangedAndRemoved() async throws {
        try folder.write(["etc/apps.d/a.conf": Self.camera])
        try await watching { next in
            try folder.write(["etc/apps.d/b.conf": Self.camera])
            #expect(await next()?.manifests.byID.keys.sorted() == ["a", "b"])
            try folder.write(["etc/apps.d/a.conf": Self.camera.replacing("Camera", with: "Other")])
            #expect(await next()?.manifests.byID["a"]?.name == "Other")
            chmod(folder["etc/apps.d/a.conf"], 0o666)
            #expect(await next()?.standing(of: "a") == .faulty)
            try remove("etc/apps.d/a.conf")
            #expect(await next()?.isGone("a") == true)
            try folder.link("etc/apps.d/b.conf.new", to: "/dev/null")
            #expect(rename(folder["etc/apps.d/b.conf.new"], folder["etc/apps.d/b.conf"]) == 0)
            #expect(await next()?.isGone("b") == true)
            try folder.write(["etc/accessoryd.conf": "[Radios]\nInterfaces=wlan7\n"])
            #expect(await next()?.interfaces == ["wlan7"])
        }
    }

    @Test func takesTheReplacementOfAFileForOneChange() async throws {
        try folder.write(["etc/apps.d/a.conf": Self.camera])
        try await watching(settleTime: .milliseconds(300)) { next in
            for name in ["B", "C", "D"] {
                try remove("etc/apps.d/a.conf")
                await Task.yield()
                try folder.write(["etc/apps.d/a.conf": Self.camera.replacing("Camera", with: name)])
            }
            #expect(await next()?.manifests.byID["a"]?.name == "D")
            // Had there been another change on the way, it would come before this one.
            try folder.write(["etc/apps.d/b.conf": Self.camera])
            #expect(await next()?.manifests.byID.keys.sorted() == ["a", "b"])
        }
    }

    @Test func isSilentAboutWhatIsNoConfiguration() async throws {
        try folder.write(["etc/apps.d/a.conf": Self.camera, "etc/other": ""])
        try await watching { next in
            try folder.write(["etc/apps.d/a.conf~": "", "etc/apps.d/.a.conf.swp": "", "etc/other": "x", "usr2/x": ""])
            _ = folder.read(["etc"])
            try folder.write(["etc/apps.d/b.conf": Self.camera])
            #expect(await next()?.manifests.byID.count == 2)
        }
    }

    @Test func caresForConfigurationFilesAlone() {
        let apps = ConfigurationWatch.Interest(everyFile: true)
        #expect(apps.covers("a.conf"))
        for name in ["a.conf~", ".a.conf.swp", "a.conf.dpkg-new", "conf", ""] { #expect(!apps.covers(name), "\(name)") }
        let settings = ConfigurationWatch.Interest(names: ["accessoryd.conf", "apps.d"])
        #expect(settings.covers("accessoryd.conf") && settings.covers("apps.d"))
        for name in ["other.conf", "other", "accessoryd.conf~"] { #expect(!settings.covers(name), "\(name)") }
    }

    @Test func findsDirectoriesThatAreMadeLater() async throws {
        try await watching(["deep/er/usr", "etc"]) { next in
            try folder.write(["deep/er/usr/apps.d/a.conf": Self.camera])
            #expect(await next()?.manifests.byID.count == 1)
            try folder.write(["etc/apps.d/b.conf": Self.camera])
            #expect(await next()?.manifests.byID.count == 2)
            // They are watched from then on, as their own successors are.
            try folder.write(["deep/er/usr/apps.d/c.conf": Self.camera])
            #expect(await next()?.manifests.byID.count == 3)
            try remove("deep")
            #expect(await next()?.isGone("a") == true)
            try folder.write(["deep/er/usr/apps.d/a.conf": Self.camera])
            #expect(await next()?.manifests.byID.keys.sorted() == ["a", "b"])
            #expect(rename(folder["etc"], folder["away"]) == 0)
            #expect(await next()?.isGone("b") == true)
            #expect(rename(folder["away"], folder["etc"]) == 0)
            #expect(await next()?.isGone("b") == false)
        }
    }

    // MARK: Under a running agent

    @Test func aNewManifestAppliesAtOnce() async throws {
        try await Agent.run(apps: [:], isWatching: true) { agent in
            let refused = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.listAccessories).accessories
            }
            #expect(refused?.code == .notAuthorized)
            try await agent.change { try agent.write("org.example.camera", Agent.apps["org.example.camera"] ?? "") }
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
            #expect(try await agent.control.call(.listApps).apps.map(\.id) == ["org.example.camera"])
        }
    }

    @Test func aChangedManifestAppliesAtOnce() async throws {
        try await Agent.run(isWatching: true) { agent in
            let request = GrantRequest(app: "org.example.plug", ssid: "MyLamp")
            let refused = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.grantAccess, request).record
            }
            #expect(refused?.field == "ssid")
            let changed = (Agent.apps["org.example.plug"] ?? "").replacing("MyPlug", with: "MyLamp")
            try await agent.change { try agent.write("org.example.plug", changed) }
            #expect(try await agent.control.call(.grantAccess, request).record.app == "org.example.plug")
        }
    }

    @Test func aRemovedManifestIsNoAppAnyMore() async throws {
        try await Agent.run(isWatching: true) { agent in
            for (app, ssid) in [("org.example.camera", "MyCam-0001"), ("org.example.plug", "MyPlug")] {
                _ = try await agent.control.call(.grantAccess, GrantRequest(app: app, ssid: ssid))
            }
            #expect(try await agent.app("camera").call(.listAccessories).accessories.count == 1)
            try await agent.change { try agent.remove("org.example.camera") }
            try await agent.until { $0.apps == 1 }
            let records = try await agent.control.access(app: nil).records
            #expect(records.filter(\.isSuspended).map(\.app) == ["org.example.camera"])
            #expect(records.filter { !$0.isSuspended }.map(\.app) == ["org.example.plug"])
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.listAccessories).accessories
            }
            #expect(error?.code == .notAuthorized)
            #expect(await agent.daemon.configuration.isGone("org.example.camera"))
        }
    }

    @Test func aDirectoryThatWentAwayTakesNothingAway() async throws {
        try await Agent.run(isWatching: true) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            try await agent.change {
                #expect(rename(agent.directory + "/apps.d", agent.directory + "/away") == 0)
                try FileManager.default.createSymbolicLink(
                    atPath: agent.directory + "/apps.d", withDestinationPath: "not-mounted")
            }
            #expect(try await agent.control.call(.getStatus).apps == 0)
            #expect(try await agent.control.access(app: nil).records.count == 1)
        }
    }

    @Test func aFaultyManifestIsLoggedAndTakesNothingAway() async throws {
        try await Agent.run(isWatching: true) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            try await agent.change { try agent.write("org.example.camera", "[App]\nNmae=Camera\n") }
            let faults = try await agent.control.call(.getStatus).faults
            #expect(faults.contains { $0.contains("org.example.camera.conf:2: [App] Nmae: unknown key") })
            #expect(try await agent.control.access(app: nil).records.count == 1)
            #expect(await !agent.daemon.configuration.isGone("org.example.camera"))
            try await agent.change {
                try agent.write("org.example.camera", Agent.apps["org.example.camera"] ?? "")
            }
            let record = try await agent.control.call(
                .checkAccess, AppAccessQuery(app: "org.example.camera", ssid: "MyCam-0001")
            ).record
            #expect(record.app == "org.example.camera")
        }
    }
}

extension Agent {
    /// Returns when the daemon has read its configuration again after `body`.
    fileprivate func change(_ body: () throws -> Void) async throws {
        var events = try control.stream(.monitor).makeAsyncIterator()
        _ = try await events.next()
        try body()
        while let reply = try await events.next(), reply.event?.kind != .configuration {}
    }

    fileprivate func write(_ id: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/apps.d/\(id).conf"))
    }

    fileprivate func remove(_ id: String) throws {
        try FileManager.default.removeItem(atPath: "\(directory)/apps.d/\(id).conf")
    }
}
