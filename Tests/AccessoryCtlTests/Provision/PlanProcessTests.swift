// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Glibc
import Synchronization
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

    private func handover(uplink: Bool = false) throws -> ProgramFacts {
        var update = try Fixture.running("porch")
        if uplink {
            update.uplink = UplinkCredentials(
                ssid: try Fixture.ssid("Home"), security: .wpa2, passphrase: try Passphrase("home sweet home"))
        }
        return try ProgramFacts(update, app: "org.example.camera")
    }

    /// accessoryctl, beside the bundle of these tests.
    private static func keeper() throws -> String {
        let path = try #require(realpath("/proc/self/exe", nil))
        defer { free(path) }
        return String(cString: path).split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/accessoryctl"
    }

    /// Runs a script, in which `$1` is a file; its exit status, and what it wrote to the file.
    private func run(_ script: String, user: String? = nil, uplink: Bool = false) async throws -> (Int32, String) {
        let file = folder + "/out"
        let program = Plan.Program(command: ["/bin/sh", "-c", script, "sh", file], user: user)
        let process = try PlanProcess.start(
            try PlanUser(program), try handover(uplink: uplink), keeper: try Self.keeper())
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

    @Test func putsAllButTheUplinkInTheProgramsEnvironment() async throws {
        setenv("LD_PRELOAD_OF_SOMEBODY", "x", 1)
        let (_, text) = try await run(#"tr '\0' '\n' <"/proc/$$/environ" | sort >"$1""#, uplink: true)
        let entry = try #require(getpwuid(geteuid())).pointee
        let (user, home, shell) = (
            String(cString: entry.pw_name), String(cString: entry.pw_dir), String(cString: entry.pw_shell)
        )
        #expect(
            text.split(separator: "\n").map { String($0) } == [
                "ACCESSORYD_ADDRESS=192.168.4.2", "ACCESSORYD_APP=org.example.camera", "ACCESSORYD_FD=3",
                "ACCESSORYD_GATEWAY=192.168.4.1", "ACCESSORYD_INTERFACE=wlan0", "ACCESSORYD_PLAN=porch",
                "ACCESSORYD_SSID=MyCam-1", "HOME=\(home)", "LANG=C.UTF-8", "LOGNAME=\(user)",
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SHELL=\(shell)", "USER=\(user)",
            ])
    }

    @Test func givesTheProgramNoOtherDescriptor() async throws {
        // A descriptor that does not close on exec.
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
        #expect(kill(try #require(pid_t(text.split(separator: "\n").joined())), 0) == -1 && errno == ESRCH)
    }

    @Test func endsWhatHasMadeASessionOfItsOwn() async throws {
        // setsid forks twice, as daemons do; the program waits until what it left behind is there.
        let (status, text) = try await run(
            #"""
            setsid -f sh -c 'trap "" TERM HUP; echo $$ >"$1"; exec sleep 1000' sh "$1"
            until [ -s "$1" ]; do :; done
            exit 4
            """#)
        #expect(status == 4)
        let left = try #require(pid_t(text.split(separator: "\n").joined()))
        defer { kill(left, SIGKILL) }
        #expect(kill(left, 0) == -1 && errno == ESRCH)
    }

    @Test func sendsSignalsAlsoToWhatHasMadeASessionOfItsOwn() async throws {
        let script = #"""
            trap : USR1
            setsid sh -c 'trap "echo ended >\"$1\"; exit" USR1; echo; while :; do sleep 0.01; done' sh "$1"
            exit 0
            """#
        let file = folder + "/out"
        let process = try PlanProcess.start(
            try PlanUser(Plan.Program(command: ["/bin/sh", "-c", script, "sh", file])), try handover(),
            keeper: try Self.keeper())
        #expect(await process.end { _ in process.send(SIGUSR1) } == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "ended\n")
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func passesOnWhatTheProgramWrites() async throws {
        let lines = Mutex<[String]>([])
        let script = #"""
            printf 'one\ntwo'
            printf '\033[2J\r\nthree' >&2
            [ -t 1 ] || [ -t 2 ] || echo
            echo x >/dev/stderr
            """#
        let process = try PlanProcess.start(
            try PlanUser(Plan.Program(command: ["/bin/sh", "-c", script])), try handover(), keeper: try Self.keeper())
        #expect(await process.end { line in lines.withLock { $0.append(line) } } == 0)
        #expect(lines.withLock { $0 } == ["one", "two\u{1B}[2J", "three", "x"])
    }

    @Test func boundsWhatTheProgramWrites() {
        var output = ProgramOutput()
        #expect(output.receive(Array(repeating: UInt8(ascii: "a"), count: 2049)).map(\.utf8.count) == [2048])
        #expect(output.end() == ["a"])
        let flood = output.receive(Array(repeating: UInt8(ascii: "\n"), count: 2 << 20))
        #expect(flood.count == (1 << 20) - 2049 + 1)
        #expect(flood.last?.hasPrefix("the rest of its output is left out") == true)
        #expect(output.receive([UInt8(ascii: "b"), UInt8(ascii: "\n")]) == [] && output.end() == [])
    }

    @Test func givesTheProgramNoTerminalNoCapabilitiesNoNewPrivileges() async throws {
        let (_, text) = try await run(
            #"""
            (: </dev/tty) 2>/dev/null && echo terminal >"$1"
            grep -E '^(Cap(Bnd|Inh|Prm|Eff|Amb)|NoNewPrivs)' /proc/self/status >>"$1"
            """#)
        let lines = text.split(separator: "\n").map { $0.filter { !$0.isWhitespace } }
        let none = "0000000000000000"
        let kinds = geteuid() == 0 ? ["Inh", "Prm", "Eff", "Bnd", "Amb"] : ["Inh", "Prm", "Eff", "Amb"]
        #expect(
            lines.filter { geteuid() == 0 || !$0.hasPrefix("CapBnd") }
                == kinds.map { "Cap\($0):\(none)" } + ["NoNewPrivs:1"])
    }

    @Test func handsOverNoWordsThatAreNoInterfaceAndNoAddresses() throws {
        let link = try #require(Fixture.joined().link)
        for (interface, address, gateway) in [
            ("wlan0; id", "10.0.0.2", "10.0.0.1"), ("wlan0", "$(id)", nil), ("wlan0", "10.0.0.2", "-o /etc/shadow"),
            ("../sys", "10.0.0.2", nil), ("", "10.0.0.2", nil),
        ] as [(String, String, String?)] {
            var update = try Fixture.running("porch")
            var wrong = link
            (wrong.interface, wrong.address, wrong.gateway) = (interface, address, gateway)
            update.program?.link = wrong
            #expect(throws: Failure.self) { try ProgramFacts(update, app: "org.example.camera") }
        }
    }

    @Test func endsTheProgramWithAllThatItHasStarted() async throws {
        let program = Plan.Program(command: ["/bin/sh", "-c", "sleep 1000 & echo; wait"])
        let process = try PlanProcess.start(try PlanUser(program), try handover(), keeper: try Self.keeper())
        #expect(await process.end { _ in process.send(SIGTERM) } == 128 + SIGTERM)
        // A late signal reaches no other process.
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

    @Test func reportsWhyAProgramCannotBeRun() throws {
        func why(_ command: String, user: String?) throws -> String {
            let program = Plan.Program(command: [command], user: user)
            return try #require(throws: Failure.self) { try PlanUser(program) }.text
        }
        #expect(try why("/nonexistent/setup", user: nil) == "'/nonexistent/setup': no such program")
        #expect(try why("/tmp", user: nil) == "'/tmp': is a folder")
        #expect(try why("/etc/passwd", user: nil) == "'/etc/passwd': is not executable; chmod +x /etc/passwd")
        #expect(try why("/bin/sh", user: "no-such-user") == "there is no user 'no-such-user'")
    }
}
