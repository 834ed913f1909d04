// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing

/// `provision run` with another's socket: it does nothing but what the plans' files contain, with little memory.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HostileAgentTests {
    private static let network =
        #""link":{"interface":"wlan0","bssid":"02:00:00:00:01:42","address":"192.168.4.2","prefixLength":24},"ssid":"MyCam-0042""#
    private static let evil = "/tmp/accessoryd-hostile-evil-\(getpid())"
    private static let end = #"{"parameters":{"plan":"porch","state":"done","isRequired":true}}"#

    /// - Parameter more: members of the update, and of its program.
    private static func running(_ plan: String, _ more: String = "", program: String = "") -> String {
        #"{"continues":true,"parameters":{"plan":"# + plan + #","state":"running","isRequired":true"# + more
            + #","program":{"# + network + program + "}}}"
    }

    private static func plan(_ program: String?) -> String {
        """
        [Plan]
        App=org.example.camera
        \(program == nil ? "" : "Afterwards=run")
        [Accessory]
        SSIDPrefix=MyCam-
        \(program.map { "[Program]\nCommand=\($0)" } ?? "")
        """
    }

    @Test func runsOnlyWhatThePlansFileNames() async throws {
        let orders =
            #","command":["/bin/touch","\#(Self.evil)"],"user":"root","directory":"/","timeLimit":1,"successStatus":[1]"#
        let agent = try HostileAgent([
            Self.running(#""porch""#, orders + #","Program":{"Command":"/bin/touch \#(Self.evil)"}"#, program: orders),
            Self.end,
        ])
        defer { agent.end() }
        try agent.write(Self.plan("/bin/sh -c 'pwd >\(agent.directory)/ran'"), to: "provision.d/porch.conf")
        let seen = try await agent.run().text()
        #expect(agent.has("ran") && !FileManager.default.fileExists(atPath: Self.evil), "\(seen)")
        #expect(agent.reports.count == 1 && agent.reports.first?.contains(#""status":0"#) == true, "\(agent.reports)")
    }

    @Test(arguments: [
        #""../evil""#, #""../../tmp/evil""#, #""/tmp/evil""#, #""po\u0000rch""#, #""porch\nPASSED""#, #""""#, #""..""#,
        #""porch/""#, #""po\u202erch""#,
    ])
    func refusesNamesThatAreNoPlan(name: String) async throws {
        let agent = try HostileAgent([Self.running(name)])
        defer { agent.end() }
        let program = "/bin/touch \(agent.directory)/ran"
        for file in ["provision.d/porch.conf", "evil.conf", "provision.d/..conf"] {
            try agent.write(Self.plan(program), to: file)
        }
        let seen = try await agent.run().text()
        #expect(!agent.has("ran") && agent.reports.isEmpty)
        #expect(seen.contains("which is no plan's name; nothing more is run"), "\(seen)")
        #expect(!seen.contains("\nPASSED") && seen.split(separator: "\n").count == 1, "\(seen)")
    }

    @Test func anEnormousReplyEndsIt() async throws {
        let long = String(repeating: "a", count: 64 << 20)
        let agent = try HostileAgent([#"{"parameters":{"plan":"porch","error":""# + long])
        defer { agent.end() }
        let seen = try await agent.run().text()
        #expect(await agent.wasLeft() && seen.contains("does not answer as this version of accessoryd does"), "\(seen)")
    }

    @Test func runsNothingForAPlanWithoutAProgram() async throws {
        let agent = try HostileAgent([
            Self.running(#""porch""#),
            #"{"parameters":{"plan":"porch","state":"failed","isRequired":true}}"#,
        ])
        defer { agent.end() }
        try agent.write(Self.plan(nil), to: "provision.d/porch.conf")
        let seen = try await agent.run().text()
        #expect(seen.contains("porch.conf has no program to run"), "\(seen)")
        #expect(agent.reports.count == 1 && agent.reports.first?.contains(#""status":127"#) == true, "\(agent.reports)")
    }

    @Test func handsNoCredentialsOnThatNobodyAskedFor() async throws {
        let uplink = #","uplink":{"ssid":"EvilNet","security":"wpa2","passphrase":"evil-0001","isHidden":false}"#
        let agent = try HostileAgent([Self.running(#""porch""#, uplink), Self.end])
        defer { agent.end() }
        try agent.write(Self.plan("/bin/sh -c 'cat <&3 >\(agent.directory)/credentials'"), to: "provision.d/porch.conf")
        let seen = try await agent.run().text()
        let received = try agent.text(of: "credentials")
        #expect(received.contains("MyCam-0042") && !received.contains("EvilNet"), "\(received)")
        #expect(seen.contains("porch.conf does not ask for the credentials") && !seen.contains("evil-0001"), "\(seen)")
    }

    /// The most memory in MB that a runner may have had. AddressSanitizer adds what it keeps of freed memory, and its own.
    private static let most = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil ? 200 : 300

    @Test func staysSmallHoweverManyPlansAreReported() async throws {
        let picture = String(repeating: "a", count: 250_000)
        let agent = try HostileAgent(
            (1...1000).lazy.map { number in
                #"{"continues":true,"parameters":{"plan":"\#(number)","state":"waiting","isRequired":true,"accessory":{"id":"a","displayName":"A","state":"authorized","image":"\#(picture)"}}}"#
            })
        defer { agent.end() }
        let seen = try await agent.run().text()
        #expect(await agent.wasLeft() && seen.contains("reports more than 256 plans"), "\(seen.suffix(500))")
        #expect((1..<Self.most).contains(agent.memory), "\(agent.memory) MB")
    }

    @Test func staysSmallWhereNobodyReadsWhatItPrints() async throws {
        let reason = String(repeating: "a", count: 900_000)
        let agent = try HostileAgent(
            (1...700).lazy.map { number in
                #"{"continues":true,"parameters":{"plan":"porch","state":"waiting","isRequired":true,"error":{"code":"NoAddress","message":"\#(number)\#(reason)"}}}"#
            })
        defer { agent.end() }
        let runner = try agent.run()
        // Until it has enough, which is long before all is sent.
        #expect(await agent.wasLeft())
        let seen = await runner.text()
        #expect(seen.contains("accessoryd ended the connection to \(agent.directory)/control.socket before the answer"))
        #expect(seen.hasSuffix("'journalctl -u accessoryd' shows which\n"))
        #expect((1..<Self.most).contains(agent.memory), "\(agent.memory) MB")
    }

    @Test func callsOnceAtATimeHoweverOftenAProgramIsWanted() async throws {
        let updates = Array(repeating: Self.running(#""cellar""#), count: 3000)
        let agent = try HostileAgent(
            updates + [#"{"parameters":{"plan":"cellar","state":"failed","isRequired":true}}"#], answers: false)
        defer { agent.end() }
        let seen = try await agent.run().text()
        #expect(agent.reports.count <= 1, "\(agent.reports.count) calls")
        #expect(seen.contains("plan 'cellar': ConnectionFailed: it failed"), "\(seen.suffix(500))")
    }
}
