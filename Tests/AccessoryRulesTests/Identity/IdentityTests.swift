// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct IdentityTests {
    private func manifest(_ id: String, _ identity: [String: String]) throws -> Manifest {
        try #require(
            Manifest.read(
                KeyFile(
                    path: "/apps.d/\(id).conf",
                    groups: [
                        .init(name: "App", keys: ["Name": id]), .init(name: "Identity", keys: identity),
                        .init(name: "Discovery", keys: ["SSIDs": "A"]),
                    ])
            ).manifest)
    }

    private let identity = Identity(uid: 1000, user: "kiosk", unit: "camera.service", executable: "/usr/bin/camera")

    @Test func holdsAProofThatIsThatVeryThing() {
        let holding: [Proof] = [
            Proof(.unit, "camera.service"), Proof(.executable, "/usr/bin/camera"), Proof(.user, "kiosk"),
            Proof(.user, "1000"),
        ]
        for proof in holding { #expect(identity.proves(proof)) }
        let others: [Proof] = [
            Proof(.unit, "camera"), Proof(.unit, "Camera.service"), Proof(.unit, "/usr/bin/camera"),
            Proof(.executable, "/usr/bin/camera2"),
            Proof(.executable, "/usr/bin"), Proof(.user, "root"), Proof(.user, "100"), Proof(.user, "camera.service"),
        ]
        for proof in others { #expect(!identity.proves(proof), "\(proof)") }
    }

    @Test func holdsNoProofOfAFileThatOthersCanWrite() {
        var identity = identity
        identity.isExecutableWritable = true
        #expect(!identity.proves(Proof(.executable, "/usr/bin/camera")))
        #expect(identity.proves(Proof(.unit, "camera.service")) && identity.proves(Proof(.user, "kiosk")))
    }

    @Test func writesNoPartLikeAnother() {
        let paths = [
            (#"/tmp/x, unit camera.service"#, #""/tmp/x, unit camera.service""#),
            ("/usr/bin/camera", "/usr/bin/camera"),
            (#"/tmp/a", unit b"#, #""/tmp/a\", unit b""#), (#"/tmp/a\ "#, #""/tmp/a\\ ""#),
            ("/tmp/a\u{202E}b", #""/tmp/a\u{202e}b""#),
            ("/tmp/(which others can write)", #""/tmp/(which others can write)""#),
        ]
        for (path, text) in paths {
            #expect("\(Identity(uid: 1, user: "a b", executable: path))" == #"uid 1 ("a b"), executable \#(text)"#)
            #expect("\(Proof(.executable, path))" == "executable \(text)")
        }
    }

    @Test(arguments: [
        ("/usr/bin/python3.11", true), ("/bin/sh", true), ("/usr/bin/env", true), ("/usr/bin/camera", false),
        ("/usr/bin/python-camera", false), ("/opt/7", false),
    ])
    func doubtsInterpreters(path: String, isDoubted: Bool) {
        #expect((Proof(.executable, path).doubt?.contains("interpreter") ?? false) == isDoubted)
    }

    @Test(arguments: [
        ("cron.service", true), ("ssh.service", true), ("sshd@4-10.0.0.1.service", true), ("camera.service", false),
        ("cron-camera.service", false),
    ])
    func doubtsUnitsThatManyProgramsShare(unit: String, isDoubted: Bool) {
        #expect((Proof(.unit, unit).doubt != nil) == isDoubted)
        #expect(Proof(.user, unit).doubt == nil)
    }

    @Test func holdsNoProofForWhatIsNotKnown() {
        let unknown = Identity(uid: 1000)
        for proof in [Proof(.unit, ""), Proof(.executable, ""), Proof(.user, ""), Proof(.unit, "camera.service")] {
            #expect(!unknown.proves(proof), "\(proof)")
        }
    }

    @Test func inASandboxIsOnlyWhatTheSandboxIs() {
        func identity(_ confinement: Identity.Confinement) -> Identity {
            Identity(
                uid: 1000, user: "kiosk", unit: "camera.service", confinement: confinement,
                desktop: "org.example.Camera", executable: "/usr/bin/camera")
        }
        let outside = [
            Proof(.desktop, "org.example.Camera"), Proof(.executable, "/usr/bin/camera"), Proof(.user, "kiosk"),
            Proof(.user, "1000"),
        ]
        let inside: [(Identity.Confinement, Proof?)] = [
            (.none, nil), (.unknown, nil), (.snap("snap.camera.daemon"), Proof(.snap, "snap.camera.daemon")),
            (.flatpak("org.example.Camera"), Proof(.flatpak, "org.example.Camera")),
        ]
        for (confinement, own) in inside {
            let identity = identity(confinement)
            for proof in outside { #expect(identity.proves(proof) == (confinement == .none), "\(proof)") }
            for (_, proof) in inside {
                if let proof { #expect(identity.proves(proof) == (proof == own), "\(proof)") }
            }
            // A system unit stays one, whatever sandbox it uses: the service manager put it there.
            #expect(identity.proves(Proof(.unit, "camera.service")))
        }
        #expect(!identity(.flatpak("snap.camera.daemon")).proves(Proof(.snap, "snap.camera.daemon")))
    }

    @Test func theWeakerIsNeverEnoughForTheStronger() {
        let kinds: [Proof.Kind] = [.unit, .snap, .flatpak, .desktop, .executable, .user]
        #expect(Set(kinds) == Set(Proof.Kind.allCases))
        for (index, strong) in kinds.enumerated() {
            for (other, weak) in kinds.enumerated() {
                #expect(Proof(weak, "a").suffices(for: Proof(strong, "b")) == (other <= index))
            }
        }
    }

    @Test func isTheAppWithTheStrongestProof() throws {
        let user = try manifest("a.user", ["Users": "kiosk"])
        let executable = try manifest("b.executable", ["Executables": "/usr/bin/camera"])
        let unit = try manifest("c.unit", ["Units": "camera.service"])
        let other = try manifest("d.other", ["Units": "other.service", "Executables": "/usr/bin/other"])
        #expect(Manifests([user, executable, unit, other]).app(of: identity)?.manifest.id == "c.unit")
        #expect(Manifests([unit, executable, user]).app(of: identity)?.manifest.id == "c.unit")
        #expect(Manifests([user, executable, other]).app(of: identity)?.manifest.id == "b.executable")
        #expect(Manifests([user, other]).app(of: identity)?.manifest.id == "a.user")
        #expect(Manifests([other]).app(of: identity) == nil)
        #expect(Manifests([]).app(of: identity) == nil)
    }

    @Test func countsOnlyTheProofThatHolds() throws {
        let strongButOther = try manifest("a", ["Units": "other.service", "Users": "kiosk"])
        let executable = try manifest("b", ["Executables": "/usr/bin/camera"])
        #expect(Manifests([strongButOther, executable]).app(of: identity)?.manifest.id == "b")
    }

    @Test func isTheFirstOfAppsWithEqualProofs() throws {
        let apps = try ["c", "a", "b"].map { try manifest($0, ["Users": "kiosk"]) }
        for order in [apps, apps.reversed()] { #expect(Manifests(order).app(of: identity)?.manifest.id == "a") }
    }

    @Test func namesTheAppThatSharesAProof() throws {
        let first = try manifest("a", ["Units": "camera.service", "Users": "kiosk"])
        let second = try manifest("b", ["Executables": "/usr/bin/b", "Units": "camera.service"])
        let other = try manifest("c", ["Units": "other.service"])
        let apps = Manifests([first, second, other])
        let rivalry = try #require(apps.rivalry(of: second))
        #expect(rivalry.key == "Units" && rivalry.reason.hasPrefix("'camera.service' is a already, by \(first.path)"))
        #expect(apps.rivalry(of: first)?.reason.contains(second.path) == true && apps.rivalry(of: other) == nil)
        // Once, of the one that does not get the processes.
        #expect(apps.rivalries.map(\.path) == [second.path])
        #expect(Manifests([first, other]).rivalry(of: first) == nil)
    }

    @Test func takesTheLaterOfTwoManifestsOfOneApp() throws {
        let first = try manifest("a", ["Users": "kiosk"])
        var second = first
        second.path = "/run/a.conf"
        #expect(Manifests([first, second]).byID["a"]?.path == "/run/a.conf")
    }

    @Test func describesTheIdentityForPeople() {
        #expect("\(identity)" == "uid 1000 (kiosk), unit camera.service, executable /usr/bin/camera")
        #expect("\(Identity(uid: 7))" == "uid 7")
        #expect("\(Proof(.unit, "a.service"))" == "unit a.service")
        #expect("\(Proof(.executable, "/a"))" == "executable /a")
        #expect("\(Proof(.user, "a"))" == "user a")
    }
}
