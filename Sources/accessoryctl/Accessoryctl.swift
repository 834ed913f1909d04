// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// The tool: `accessoryctl [OPTIONS] OBJECT [COMMAND] [ARGUMENTS]`, in nmcli's manner.
struct Accessoryctl: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "accessoryctl",
        abstract: "Find, choose, grant and join Wi-Fi accessories through accessoryd.",
        usage: "accessoryctl [OPTIONS] OBJECT [COMMAND] [ARGUMENTS]",
        discussion: """
            Objects and commands may be cut to any unambiguous prefix: `accessoryctl acce l`. Options stand before the \
            object or after the command.
            """,
        version: "accessoryctl tool, version \(version)",
        subcommands: [
            GeneralObject.self, AppObject.self, ScanObject.self, SetUpObject.self, AccessObject.self,
            HotspotObject.self, PickerObject.self, MonitorObject.self,
        ])

    @OptionGroup(title: "Common options") var output: OutputOptions
}

@main
struct Main {
    static func main() async {
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        exit(status)
    }

    private static func run(_ arguments: [String]) async -> Int32 {
        do {
            var command = try Accessoryctl.parseAsRoot(Words(root: Accessoryctl.self).resolved(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let exit as ExitCode {
            return exit.rawValue
        } catch {
            guard let failure = Failure(error) else { return report(error) }
            StandardStream.error.write(["Error: \(failure.text)"])
            return failure.status
        }
    }

    /// What the argument parser has to say: help and version are no errors, all else is wrong usage.
    private static func report(_ error: any Error) -> Int32 {
        let isWanted = Accessoryctl.exitCode(for: error) == .success
        let message = Accessoryctl.fullMessage(for: error)
        let isHelp = isWanted && message.contains("USAGE:")
        let stream = isWanted ? StandardStream.output : StandardStream.error
        stream.write(isHelp ? [message, "", ExitText.text] : [message])
        return isWanted ? 0 : Failure.usage
    }
}
