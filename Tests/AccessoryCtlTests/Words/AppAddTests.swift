// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import ArgumentParser
import FoundationEssentials
import Glibc
import Testing

@testable import accessoryctl

/// A manifest from options, installed or not.
@Suite struct AppAddTests {
    private let id = "org.example.camera"

    private func lines(_ identity: ManifestText.Keys, _ discovery: ManifestText.Keys) throws -> [String] {
        try ManifestText(name: "My camera", icon: nil, identity: identity, discovery: discovery).lines()
    }

    private func manifest(_ lines: [String]) throws -> Manifest {
        let (file, unread) = KeyFile.read((lines.joined(separator: "\n") + "\n").utf8, path: "\(id).conf")
        let read = Manifest.read(file, unread: unread)
        return try #require(read.manifest, "\(read.faults)")
    }

    @Test func writesWhatTheRulesRead() throws {
        let text = try lines([("Units", ["camera.service"]), ("Users", [])], [("SSIDPrefixes", ["MyCam-", "Cam;1 "])])
        #expect(
            text == [
                "[App]", "Name=My camera", "", "[Identity]", "Units=camera.service", "", "[Discovery]",
                #"SSIDPrefixes=MyCam-;Cam\x3b1\x20"#,
            ])
        let manifest = try manifest(text)
        #expect(manifest.name == "My camera")
        #expect(manifest.prefixes == [try SSID(text: "MyCam-"), try SSID(Array("Cam;1 ".utf8))])
    }

    @Test func writesNoLineThatNobodyAskedFor() {
        #expect(throws: Failure.self) { try lines([("Units", ["a.service\n[Discovery]"])], []) }
    }

    @Test(arguments: [
        ("Name", " ", "an app needs a name"), ("Units", "camera", "is not a service"),
        ("Executables", "/usr//bin/camera", "is not a path as the kernel writes it"),
        ("SSIDPrefixes", "M", "is shorter than"), ("Units", "a.service\u{7}", "control character"),
    ])
    func refusesAnAnswerBeforeTheNextQuestion(_ key: String, _ answer: String, _ part: String) {
        let fault = ManifestAnswer.fault(answer, for: key)
        #expect(fault?.contains(part) == true, "\(fault ?? "no fault")")
    }

    @Test(arguments: [
        ("Name", "Camera"), ("Units", "camera.service"), ("Executables", "/nonexistent/camera"),
        ("SSIDPrefixes", "MyCam-"),
    ])
    func takesAGoodAnswer(_ key: String, _ answer: String) {
        #expect(ManifestAnswer.fault(answer, for: key) == nil)
    }

    @Test func namesTheProgramsOwnStartAsTheNextStep() {
        let text = ManifestText(
            name: "Camera", identity: [("Units", ["camera.service"]), ("Executables", ["/usr/bin/camera"])],
            discovery: [])
        let steps = [
            text.nextStep(of: id) { _ in true }, text.nextStep(of: id) { $0.hasSuffix("/camera.service") },
            text.nextStep(of: id) { _ in false },
        ]
        #expect(
            steps == [
                "start the app, which asks for its accessory: /usr/bin/camera",
                "start the app, which asks for its accessory: systemctl start camera.service",
                "accessoryctl setup --app \(id)",
            ])
    }

    @Test func installsOnceUnlessItIsToReplace() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/app-add-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/apps.d/\(id).conf"
        let options = ["--name", "Camera", "--unit", "camera.service", "--ssid-prefix", "MyCam-"]
        try await AppObject.Add.parse([id, "--config-dir", folder] + options).run()
        let contents = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(contents.hasSuffix("SSIDPrefixes=MyCam-\n"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        await #expect(throws: Failure.self) {
            try await AppObject.Add.parse([id, "--config-dir", folder] + options).run()
        }
        try await AppObject.Add.parse([id, "--config-dir", folder, "--replace"] + options + ["--icon", "camera"]).run()
        #expect(try Data(contentsOf: URL(filePath: path)).count > contents.utf8.count)
    }

    @Test func checksWithoutAnAgent() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/app-check-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let options = ["--name", "Camera", "--unit", "camera.service", "--ssid-prefix", "MyCam-"]
        try await AppObject.Add.parse([id, "--config-dir", folder] + options).run()
        try await AppObject.Check.parse(["\(folder)/apps.d/\(id).conf", "--runtime-dir", "/nonexistent"]).run()
        await #expect(throws: ExitCode(2)) {
            try await AppObject.Check.parse(["/dev/null", "--runtime-dir", "/nonexistent"]).run()
        }
    }

    @Test func namesTheAppThatHasTheIdentityAlready() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/app-add-rival-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let options = ["--config-dir", folder, "--name", "Camera", "--ssid-prefix", "MyCam-", "--unit"]
        try await AppObject.Add.parse([id] + options + ["camera.service"]).run()
        await #expect(throws: ExitCode(2)) {
            try await AppObject.Add.parse(["org.example.second"] + options + ["camera.service"]).run()
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/apps.d/org.example.second.conf"))
        try await AppObject.Add.parse(["org.example.second"] + options + ["second.service"]).run()
        // The app itself is no other one.
        try await AppObject.Add.parse([id] + options + ["camera.service", "--replace"]).run()
    }

    @Test func installsNothingThatHasAFault() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/app-add-fault-\(getpid())"
        let options = ["--name", "Camera", "--unit", "camera.service", "--ssid-prefix", "M"]
        await #expect(throws: ExitCode(2)) {
            try await AppObject.Add.parse([id, "--config-dir", folder] + options).run()
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
