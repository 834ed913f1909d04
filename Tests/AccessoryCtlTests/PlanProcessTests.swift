// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import Glibc
import Testing

@testable import accessoryctl

@Suite struct PlanProcessTests {
    private let folder: String

    init() throws {
        folder = "\(FileManager.default.temporaryDirectory.path())/accessoryctl-plan-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Also for a program that runs as another user.
        chmod(folder, 0o777)
    }

    private func handover(uplink: Bool = false) throws -> Handover {
        var update = try Fixture.running("porch")
        if uplink {
            update.uplink = UplinkCredentials(
                ssid: try Fixture.ssid("Home"), security: .wpa2, passphrase: try Passphrase("home sweet home"))
        }
        return try #require(Handover(update, app: "org.example.camera"))
    }

    /// Runs a script, in which `$1` is a file; its exit status, and what it wrote to the file.
    private func run(_ script: String, user: String? = nil, uplink: Bool = false) async throws -> (Int32, String) {
        let file = folder + "/out"
        let program = PlanProgram(
            command: ["/bin/sh", "-c", script, "sh", file], user: user, link: try #require(Fixture.joined().link),
            ssid: try Fixture.ssid("MyCam-1"))
        let who = try PlanUser(program)
        let process = try PlanProcess.start(who.command, who.environment, try handover(uplink: uplink))
        let status = await process.end()
        let written = (try? Data(contentsOf: URL(filePath: file))).map { String(decoding: $0, as: UTF8.self) }
        try FileManager.default.removeItem(atPath: folder)
        return (status, written ?? "")
    }

    @Test func handsTheProgramOneObjectOnItsDescriptor() async throws {
        let (status, text) = try await run(#"cat <&$ACCESSORYD_FD >"$1""#, uplink: true)
        #expect(status == 0)
        #expect(
            text == """
                {"address":"192.168.4.2","app":"org.example.camera","gateway":"192.168.4.1","interface":"wlan0",\
                "plan":"porch","ssid":"MyCam-1","uplink":{"isHidden":false,"passphrase":"home sweet home",\
                "security":"wpa2","ssid":"Home"}}

                """)
    }

    @Test func tellsTheProgramInItsEnvironmentAllButTheUplink() async throws {
        let (_, text) = try await run(#"env | sort >"$1""#, uplink: true)
        // The tests may have some of their own.
        let inherited = Set(ProcessInfo.processInfo.environment.map { "\($0)=\($1)" })
        let lines = text.split(separator: "\n").map { String($0) }
        #expect(
            lines.filter { $0.hasPrefix("ACCESSORYD_") && !inherited.contains($0) } == [
                "ACCESSORYD_ADDRESS=192.168.4.2", "ACCESSORYD_APP=org.example.camera", "ACCESSORYD_FD=3",
                "ACCESSORYD_GATEWAY=192.168.4.1", "ACCESSORYD_INTERFACE=wlan0", "ACCESSORYD_PLAN=porch",
                "ACCESSORYD_SSID=MyCam-1",
            ])
        #expect(!text.contains("home sweet home"))
    }

    @Test func givesTheProgramNoOtherDescriptor() async throws {
        // One that somebody has forgotten to close on exec.
        let stray = open("/dev/null", O_RDONLY)
        defer { close(stray) }
        let list = #"for each in /proc/self/fd/*; do [ -e "$each" ] && echo "${each##*/}"; done >"$1""#
        let (_, text) = try await run(list)
        // 1 is the file that the list is written to, and the shell may keep the one that was there before.
        #expect(text.split(separator: "\n").compactMap { Int($0) }.filter { (3..<10).contains($0) } == [3])
        #expect(!text.split(separator: "\n").contains("\(stray)") || stray == 3)
    }

    @Test func letsNobodyWriteWhatItHandsOver() async throws {
        let (status, text) = try await run(
            #"(echo x >/proc/self/fd/3) 2>/dev/null && exit 9; cat /proc/self/fd/3 >"$1""#)
        #expect(status == 0)
        #expect(text.contains(#""plan":"porch""#))
    }

    @Test func endsWhatTheProgramHasLeftBehind() async throws {
        let (status, text) = try await run(#"sleep 1000 & echo $! >"$1"; exit 4"#)
        #expect(status == 4)
        let left = try #require(pid_t(text.split(separator: "\n").joined()))
        // It is nobody's child here, so that its end cannot be waited for but only be looked at.
        while kill(left, 0) == 0, !isZombie(left) { sched_yield() }
    }

    private func isZombie(_ process: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return text.contains(") Z ")
    }

    @Test func endsTheProgramWithAllThatItHasStarted() async throws {
        let program = PlanProgram(
            command: ["/bin/sh", "-c", "sleep 1000 & wait"], link: try #require(Fixture.joined().link),
            ssid: try Fixture.ssid("MyCam-1"))
        let process = try PlanProcess.start(program.command, [:], try handover())
        process.send(SIGTERM)
        #expect(await process.end() == 128 + SIGTERM)
        // Nobody else is hit by what comes too late.
        process.send(SIGKILL)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func runsTheProgramAsThePlansUser() async throws {
        let (status, text) = try await run(
            #"{ id -un; id -G; echo $HOME $USER; grep CapEff /proc/self/status; cat <&3; } >"$1""#, user: "nobody")
        #expect(status == 0)
        let lines = text.split(separator: "\n")
        try #require(lines.count == 5)
        #expect(lines[0] == "nobody")
        #expect(!lines[1].split(separator: " ").contains("0"))
        #expect(lines[2] == "/nonexistent nobody")
        #expect(lines[3].hasSuffix("\t0000000000000000"))
        #expect(lines[4].hasPrefix("{"))
    }

    @Test func saysWhyAProgramCannotBeRun() throws {
        func why(_ command: String, user: String?) throws -> String {
            let program = PlanProgram(
                command: [command], user: user, link: try #require(Fixture.joined().link),
                ssid: try Fixture.ssid("MyCam-1"))
            return try #require(throws: Failure.self) { try PlanUser(program) }.text
        }
        #expect(try why("/nonexistent/setup", user: nil) == "'/nonexistent/setup': no such program")
        #expect(try why("/tmp", user: nil) == "'/tmp': no such program")
        #expect(try why("/bin/sh", user: "no-such-user") == "there is no user 'no-such-user'")
    }
}
