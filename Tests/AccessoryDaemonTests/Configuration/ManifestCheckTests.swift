// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc
import Testing
import TrustedFiles

@testable import AccessoryDaemon

@Suite struct ManifestCheckTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func check(_ text: String, path: String = "org.example.camera.conf") -> CheckManifestReply {
        let request = CheckFileRequest(path: path, contents: text)
        return CheckManifestReply(ManifestCheck(request.contents, path: request.path, shortestPrefix: 3))
    }

    @Test func showsTheAppOfAGoodManifest() async throws {
        let text = """
            [App]
            Name=Camera
            Icon=camera-video
            [Identity]
            Units=camera.service
            [Discovery]
            SSIDPrefixes=MyCam-
            NSAccessorySetupBluetoothServices=180d
            BluetoothNames=MyCam
            """
        try await Agent.run { agent in
            let reply = try await agent.control.call(.checkManifest, CheckFileRequest(path: "a.b.conf", contents: text))
            #expect(reply.faults == [] && reply.warnings == [])
            let service = "0000180D-0000-1000-8000-00805F9B34FB"
            let app = try #require(reply.app)
            #expect(app.id == "a.b" && app.name == "Camera" && app.icon == "camera-video" && app.file == "a.b.conf")
            #expect(app.supports == ["WiFi", "Bluetooth"] && app.identities == ["unit camera.service"])
            #expect(app.descriptors.map(\.ssidPrefix) == ["MyCam-", nil])
            #expect(app.descriptors.map(\.bluetoothServiceUUID) == [nil, service])
            #expect(app.bluetoothNames == ["MyCam"])
            // Nothing was installed.
            #expect(try await agent.control.call(.listApps).apps.count == 2)
        }
    }

    @Test func explainsEveryFaultWithItsLine() {
        let reply = check(
            """
            [App]
            Nmae=Camera
            what is this
            [Identity]
            Units=camera
            Users=kiosk
            Users=other
            [Discovery]
            SSIDPrefixes=AB
            """)
        #expect(reply.app == nil && reply.warnings == [])
        let lines = reply.faults.map { $0.split(separator: ":").dropFirst().first.map { String($0) } ?? "" }
        #expect(lines == ["1", "2", "3", "5", "7", "9"], "\(reply.faults)")
        #expect(reply.faults.allSatisfy { $0.hasPrefix("org.example.camera.conf:") })
    }

    @Test func warnsOfWhatWillNotWorkHere() throws {
        try folder.write(["bin/camera": "", "bin/open": ""])
        try folder.link("bin/link", to: "camera")
        chmod(folder["bin/open"], 0o777)
        let text = """
            [App]
            Name=Camera
            Icon=/nonexistent/icon.png
            Pictures=/usr/share/there-is-no-such-app
            [Identity]
            Executables=\(folder["bin/camera"]);\(folder["bin/open"]);\(folder["bin/link"]);/nonexistent/camera
            Users=root;1234567;nobody-has-this-name
            [Discovery]
            SSIDs=A
            """
        let reply = check(text)
        #expect(reply.faults == [])
        let expected = [
            "3: [App] Icon: '/nonexistent/icon.png': No such file",
            "4: [App] Pictures: '/usr/share/there-is-no-such-app' cannot be found: No such file",
            "6: [Identity] Executables: '\(folder["bin/open"])' is not trusted: everybody can write \(folder["bin/open"])",
            "6: [Identity] Executables: '\(folder["bin/link"])' is a link",
            "6: [Identity] Executables: '/nonexistent/camera' cannot be found", "7: [Identity] Users: 'nobody-has-this",
        ]
        #expect(reply.warnings.count == expected.count, "\(reply.warnings)")
        for (warning, text) in zip(reply.warnings, expected) {
            #expect(warning.hasPrefix("org.example.camera.conf:" + text), "\(warning)")
        }
    }

    @Test func warnsOfProofsThatManyProgramsHave() {
        let text = """
            [App]
            Name=Camera
            [Identity]
            Units=cron.service;sshd@7.service;camera.service
            Executables=/bin/no-such-python3.11;/opt/camera/perl
            [Discovery]
            SSIDs=A
            """
        let warnings = check(text).warnings.filter { !$0.contains("cannot be found") }
        #expect(warnings.count == 3, "\(warnings)")
        #expect(warnings[0].contains("4: [Identity] Units: 'cron.service' runs the jobs of every user"))
        #expect(warnings[1].contains("'sshd@7.service' runs the sessions of everybody who logs in"))
        #expect(warnings[2].contains("5: [Identity] Executables: '/opt/camera/perl' is an interpreter: every script"))
    }

    @Test func warnsOfAFileThatWouldNotBeTakenAsItIs() throws {
        let text = ConfigurationFolder.camera
        try folder.write(["a.conf": text, "a.txt": text])
        #expect(check(text, path: folder["a.conf"]).warnings == [])
        #expect(check(text, path: folder["a.txt"]).warnings.map { $0.hasSuffix("does not end in .conf") } == [true])
        chmod(folder["a.conf"], 0o646)
        let warnings = check(text, path: folder["a.conf"]).warnings
        #expect(warnings.map { $0.hasSuffix("chmod o-w \(folder["a.conf"])") } == [true])
        // An executable that this process cannot see may be correct.
        #expect(check(text, path: "/nonexistent/a.conf").warnings == [])
    }
}
