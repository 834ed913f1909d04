// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension
import Testing

/// Handlers as phones' code writes them: of a class that is isolated to the main actor, and without `Sendable`.
@Suite(.timeLimit(.minutes(5))) struct HandlerTests {
    private static let compiler = ["/usr/bin/env", "swiftc", "-typecheck", "-warnings-as-errors"]

    @Test(arguments: [
        ["-swift-version", "5"], ["-swift-version", "6"], ["-swift-version", "6", "-default-isolation", "MainActor"],
    ])
    func phonesSourcesCompileInEveryMode(mode: [String]) async throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let models = [
            "PhoneAppTests/LampModels", "PhoneApp/PlugStore", "PhoneApp/PlugPicture", "PhoneApp/PlugConnection",
            "PhoneApp/PlugHotspot",
        ].map { tests.appending(path: "\($0).swift").path }
        let modules = [
            "-I", "\(Program.folder)/Modules", "-module-cache-path", "\(Program.folder)/ModuleCache",
        ]
        let maps = ["CInterfaces", "CLinux"].flatMap {
            ["-Xcc", "-fmodule-map-file=\(Program.folder)/\($0).build/module.modulemap"]
        }
        let words = Self.compiler + mode + modules + maps + models
        #expect(try await Program(words[0], Array(words.dropFirst())).text() == "")
    }

    /// A value that is seen on the main queue alone.
    private static func markMainQueue() -> DispatchSpecificKey<Bool> {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }

    @Test @MainActor func aHotspotsHandlerRunsOnTheActorOfItsClass() async {
        let key = Self.markMainQueue()
        let manager = NEHotspotConfigurationManager(runtimeDirectory: "/nowhere")
        let isThere = await withCheckedContinuation { done in
            manager.apply(NEHotspotConfiguration(ssid: "Lamp")) { _ in
                done.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isThere)
    }

    @Test @MainActor func withoutASessionsQueueAHandlerRunsOnTheMainQueue() async throws {
        let key = Self.markMainQueue()
        let session = ASAccessorySession(runtimeDirectory: "/nowhere")
        let item = try CameraApp.item(ssid: "MyCam-1")
        let (code, isThere) = await withCheckedContinuation { done in
            session.showPicker(for: [item]) { error in
                done.resume(returning: ((error as? ASError)?.code, DispatchQueue.getSpecific(key: key) == true))
            }
        }
        #expect(code == .activationFailed && isThere)
    }
}
