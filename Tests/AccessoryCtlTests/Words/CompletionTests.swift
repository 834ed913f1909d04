// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import accessoryctl

@Suite struct CompletionTests {
    private let tree: CommandTree

    init() throws { tree = try CommandTree(of: Accessoryctl.self) }

    /// The completions at the end of a line whose words `|` separates.
    private func proposal(for line: String) -> Completion.Proposal {
        Completion(line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }, in: tree).proposal
    }

    private func words(_ line: String) throws -> [String] {
        guard case .words(let candidates) = proposal(for: line) else { throw Fixture.Broken() }
        return candidates.map(\.word)
    }

    @Test func offersEveryObjectAndCommandWithWhatItIs() throws {
        let objects = Accessoryctl.configuration.subcommands
        #expect(try words("") == objects.map { $0._commandName } + ["help"])
        for object in objects where !object.configuration.subcommands.isEmpty {
            #expect(try words("\(object._commandName)|") == object.configuration.subcommands.map { $0._commandName })
        }
        guard case .words(let candidates) = proposal(for: "") else { throw Fixture.Broken() }
        #expect(candidates.first == .init("general", "The agent as a whole."))
    }

    @Test(arguments: [
        ("acce|", "grant"), ("-t|acce|", "grant"), ("--runtime-dir|x|acce|", "grant"), ("-tw|3|acce|", "grant"),
        ("help|pro|", "status"), ("-m|", "multiline"), ("access|grant|--origin|", "migration"),
        ("access|grant|--origin=", "--origin=migration"), ("sc|--timeout|", "unbounded"), ("acce|l|-", "--app"),
        ("access|--", "--app"), ("app|show|x|--", "--json"),
    ])
    func knowsWhatFollowsWordsThatAreCut(_ line: String, _ word: String) throws {
        #expect(try words(line).contains(word))
    }

    @Test(arguments: [
        "acc|l|x|", "nonsense|", "accessory|r|", "general|status|", "help|app|show|", "scan|--ssid-prefix|",
    ])
    func offersNothingWhereNothingFits(_ line: String) throws {
        #expect(try words(line) == [])
    }

    @Test(
        arguments: [
            ("access|list|--app|", .apps), ("app|sh|", .apps), ("accesso|sh|", .accessories),
            ("accessory|rename|", .accessories), ("hotspot|join|--accessory|", .identifiers),
            ("access|check|--ssid|", .granted), ("hotspot|leave|--ssid|", .granted), ("setup|--ssid|", .networks),
            ("access|grant|--ssid|", .networks), ("hotspot|forget|--ssid|", .hotspots),
            ("hotspot|forget|--ssid-prefix|", .hotspotPrefixes), ("pro|run|", .plans), ("scan|--radio|", .radios),
            ("bridge|explain|", .networks),
        ] as [(String, LiveNames.Kind)])
    func asksTheAgentForNames(_ line: String, _ kind: LiveNames.Kind) {
        #expect(proposal(for: line) == .names(kind, behind: "", app: nil))
    }

    @Test func asksTheAgentThatTheLineNamesAboutTheAppThatItNames() {
        let line = ["--runtime-dir", "/tmp/run", "hotspot", "join", "--app", "org.example.camera", "--ssid=My"]
        let completion = Completion(line, in: tree)
        #expect(completion.runtimeDirectory == "/tmp/run")
        #expect(completion.proposal == .names(.granted, behind: "--ssid=", app: "org.example.camera"))
    }

    @Test(arguments: [
        "provision|check|", "app|check|", "app|import|", "accessory|picture|Porch|", "setup|--app|x|--|",
        "setup|--passphrase-file|", "--runtime-dir|",
    ])
    func leavesFilesToTheShell(_ line: String) {
        #expect(proposal(for: line) == .files)
    }

    @Test func offersTheFieldsOfTheCommand() async throws {
        #expect(
            await CompletionOutput.lines(["provision", "status", "-f", "PLAN,A"], of: Accessoryctl.self) == [
                "PLAN,ACCESSORY", "PLAN,ACCESSORY-ID", "PLAN,ATTEMPTS",
            ])
        #expect(
            await CompletionOutput.lines(["access", "list", "--fields=UI"], of: Accessoryctl.self) == ["--fields=UID"])
        for object in Accessoryctl.configuration.subcommands where object != PickerObject.self {
            let commands = object.configuration.subcommands.map { [object._commandName, $0._commandName] }
            for path in commands.isEmpty ? [[object._commandName]] : commands {
                #expect(FieldNames.of(path).count > 2, "\(path)")
            }
        }
    }

    @Test func printsNothingWhenThereIsNoAgent() async {
        #expect(
            await CompletionOutput.lines(["--runtime-dir", "/nonexistent", "app", "show", ""], of: Accessoryctl.self)
                == [])
    }

    @Test(arguments: [
        (#"a b"#, ["a", "b"], ""), (#"a "#, ["a", ""], ""), (#"a My\ C"#, ["a", "My C"], ""),
        (#"a "My C"#, ["a", "My C"], ""), (#"a 'it"s' "\x"#, ["a", #"it"s"#, #"\x"#], ""),
        (#"a 02:00:0"#, ["a", "02:00:0"], "02:00:"), (#"a --app=or"#, ["a", "--app=or"], "--app="),
        (#"a "02:00:0"#, ["a", "02:00:0"], ""), (#"a x=y z"#, ["a", "x=y", "z"], ""),
    ])
    func splitsALineAsBashDoes(_ line: String, _ words: [String], _ settled: String) {
        let split = ShellWords(line, breaks: " \t\n\"'><=;|&(:")
        #expect(split.words == words)
        #expect(split.settled == settled)
    }

    @Test func givesBashOnlyWhatIsBehindItsLastBreak() async {
        let line = "accessoryctl access grant --origin=mi"
        #expect(await CompletionOutput.lines(["--line", line, "="], of: Accessoryctl.self) == ["migration"])
        #expect(await CompletionOutput.lines(["--line", line, ""], of: Accessoryctl.self) == ["--origin=migration"])
    }

    @Test func namesAccessoriesOfOneNameByTheirIdentifiers() throws {
        let accessories = [
            try Fixture.accessory("a1", "Camera", "MyCam-1"), try Fixture.accessory("a2", "Camera", nil),
            try Fixture.accessory("a3", "Plug", "Plug-7"),
        ]
        #expect(
            LiveNames.names(accessories) == [
                .init("a1", "Camera, SSID MyCam-1"), .init("a2", "Camera"), .init("Plug", "SSID Plug-7"),
            ])
    }
}
