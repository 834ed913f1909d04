// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing
import Varlink

@testable import AccessoryDaemon

/// The attacks that each kind of proof stops, with real processes on this machine's kernel. The radio lab's `attacks` has
/// the rest: a kernel without SO_PEERPIDFD, a service manager, AppArmor, and a kernel of one's own.
@Suite struct AttackTests {
    /// The agent, with one app: a caller with this proof.
    private func agent(
        for identity: @escaping @Sendable (_ directory: String) throws -> String,
        picker: (@Sendable (_ directory: String) throws -> String)? = nil,
        _ body: @Sendable (Agent) async throws -> Void
    ) async throws {
        let directory = Attacker.realPath(try Agent.temporaryDirectory())
        defer { try? FileManager.default.removeItem(atPath: directory) }
        // Everybody may go in, as into /run/accessoryd.
        chmod(directory, 0o711)
        let app = "[App]\nName=Camera\n[Identity]\n\(try identity(directory))\n[Discovery]\nSSIDPrefixes=MyCam-\n"
        try await Agent.run(
            apps: ["org.example.camera": app], callers: [], in: directory, seat: { _ in "seat0" },
            activeUser: { _ in getuid() }, configuration: try picker.map { "[Picker]\n\(try $0(directory))\n" }, body)
    }

    private let camera: @Sendable (String) throws -> String = { directory in
        "Executables=\(try Attacker.program("camera", in: directory))"
    }

    @Test(.enabled(if: getuid() == 0, "only root can be two users"))
    func anotherUserIsNotTheUser() async throws {
        try await agent(for: { _ in "Users=daemon" }) { agent in
            func attacker(_ user: String) throws -> Attacker {
                try Attacker(
                    of: agent.directory, by: ["setpriv", "--reuid", user, "--regid=nogroup", "--clear-groups"])
            }
            let app = try attacker("daemon")
            #expect(try await app("connect") == "connected")
            #expect(try await app("who") == "app")
            let other = try attacker("nobody")
            #expect(try await other("connect") == "connected")
            #expect(try await other("who") == "uid 65534 (nobody), executable \(Attacker.interpreter)")
        }
    }

    @Test func aNameThatAProcessGivesItselfCountsForNothing() async throws {
        try await agent(for: camera) { agent in
            let attacker = try Attacker(of: agent.directory)
            let name = "\(agent.directory)/camera"
            #expect(name.hasSuffix(try await attacker("rename \(name)")))
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who").hasSuffix("executable \(Attacker.interpreter)"))
            let camera = try Attacker(of: agent.directory, program: name)
            #expect(try await camera("rename innocent") == "innocent")
            #expect(try await camera("connect") == "connected")
            #expect(try await camera("who") == "app")
        }
    }

    @Test func aProgramThatOthersCanWriteProvesNothing() async throws {
        try await agent(for: camera) { agent in
            let name = "\(agent.directory)/camera"
            chmod(name, 0o757)
            let camera = try Attacker(of: agent.directory, program: name)
            #expect(try await camera("connect") == "connected")
            #expect(try await camera("who").hasSuffix("executable \(name) (which others can write)"))
            chmod(name, 0o755)
            #expect(try await camera("connect") == "connected")
            #expect(try await camera("who") == "app")
        }
    }

    @Test func aFilesNameLooksLikeNoOtherProof() async throws {
        try await agent(for: camera) { agent in
            let path = try Attacker.program("x, unit camera.service", in: agent.directory)
            let attacker = try Attacker(of: agent.directory, program: path)
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who").hasSuffix(", executable \"\(path)\""))
        }
    }

    @Test func aFilesNameAddsNoLinesToTheLog() async throws {
        try await agent(for: camera) { agent in
            let attacker = try Attacker(
                of: agent.directory, program: try Attacker.program("x\naccessoryd: a lie", in: agent.directory))
            #expect(try await attacker("connect") == "connected")
            let who = try await attacker("who")
            #expect(who.hasPrefix("uid \(getuid())") && !who.contains("executable"))
        }
    }

    @Test func aConnectionIsOfTheProgramThatMadeIt() async throws {
        try await agent(for: camera) { agent in
            let other = try Attacker.program("other", in: agent.directory)
            let attacker = try Attacker(of: agent.directory, program: "\(agent.directory)/camera")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who") == "app")
            #expect(try await attacker("exec \(other)") == "executed")
            #expect(try await attacker("who") == "app")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who").hasSuffix("executable \(other)"))
            #expect(try await attacker("exec \(agent.directory)/camera") == "executed")
            #expect(try await attacker("who").hasSuffix("executable \(other)"))
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who") == "app")
        }
    }

    @Test func aSocketThatIsHandedOnStaysTheConnectorsAndEndsWithIt() async throws {
        try await agent(for: camera) { agent in
            let other = try Attacker.program("other", in: agent.directory)
            let attacker = try Attacker(of: agent.directory, program: "\(agent.directory)/camera")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who") == "app")
            #expect(try await attacker("hand \(other)") == "handed")
            #expect(try await attacker("who") == "app")
            #expect(try await attacker("orphan") == "orphaned")
            #expect(try await attacker("ended") == "ended")
            #expect(try await attacker("who") == "closed")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who").hasSuffix("executable \(other)"))
        }
    }

    @Test func aConnectionEndsWithTheProcessThatMadeItWhoeverElseHasIt() async throws {
        try await agent(for: camera) { agent in
            let attacker = try Attacker(of: agent.directory, program: "\(agent.directory)/camera")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who") == "app")
            #expect(try await attacker("leave") == "left")
            #expect(try await attacker("ended") == "ended")
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("who") == "app")
        }
    }

    @Test func whoHasEndedBeforeItWasAskedAboutIsNobody() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let listener = try Listener(path: directory + "/app.socket", mode: 0o666)
        defer { listener.close() }
        let attacker = try Attacker(of: directory)
        #expect(try await attacker("connect") == "connected")
        #expect(try await attacker("leave") == "left")
        let socket = try #require(await listener.connections.first { _ in true })
        #expect(throws: (any Error).self) { try Peer(of: socket.fileDescriptor) }
    }

    @Test func onlyTheNamedFileIsItsUsersPicker() async throws {
        try await agent(for: { _ in "Users=nobody" }, picker: camera) { agent in
            let (name, other) = ("\(agent.directory)/camera", try Attacker.program("other", in: agent.directory))
            let attacker = try Attacker(of: agent.directory, program: other)
            #expect(try await attacker("rename \(name)").isEmpty == false)
            #expect(try await attacker("connect") == "connected")
            #expect(try await attacker("picks").hasSuffix("does not name \(other)"))
            let picker = try Attacker(of: agent.directory, program: name)
            #expect(try await picker("connect") == "connected")
            #expect(try await picker("picks") == "picker")
            chmod(name, 0o757)
            #expect(try await picker("connect") == "connected")
            #expect(try await picker("picks") == "others than root can write \(name), or replace it")
            chmod(name, 0o755)
            // A new connection is the program's that makes it, and none outlives the process.
            #expect(try await picker("exec \(other)") == "executed")
            #expect(try await picker("connect") == "connected")
            #expect(try await picker("picks").hasSuffix("does not name \(other)"))
            #expect(try await picker("first") == "first")
            #expect(try await picker("picks") == "picker")
            #expect(try await picker("leave") == "left")
            #expect(try await picker("ended") == "ended")
        }
    }
}
