// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser
import TrustedFiles

extension AppObject {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a manifest, and install it.",
            discussion: """
                On a terminal the command asks for what the options leave open: the app's name, the program that is the \
                app, and the networks that it may look for. It checks the manifest first, and installs nothing that has a \
                fault. A running agent knows the app at once.
                """)

        @Argument(help: "The app's identifier, such as org.example.camera.") var id: String
        @Option(help: "The app's name for people.") var name: String?
        @Option(help: "An icon of the theme, or a picture's full path.") var icon: String?
        @Option(help: ArgumentHelp("The systemd unit of the app. Repeatable.", valueName: "unit")) var unit: [String] =
            []
        @Option(help: ArgumentHelp("The full path of the app's program. Repeatable.", valueName: "path"))
        var executable: [String] = []
        @Option(help: ArgumentHelp("A user whose programs are the app. Repeatable.", valueName: "user"))
        var user: [String] = []
        @Option(help: ArgumentHelp("An SSID that the app may look for. Repeatable.", valueName: "ssid"))
        var ssid: [String] = []
        @Option(help: ArgumentHelp("The beginning of SSIDs. Repeatable.", valueName: "text")) var ssidPrefix: [String] =
            []
        @Option(help: ArgumentHelp("A Bluetooth service. Repeatable.", valueName: "uuid")) var service: [String] = []
        @Flag(help: "Replace the manifest that the app has.") var replace = false
        @Flag(help: "Print the manifest, and install nothing.") var print = false
        @Option(
            help: ArgumentHelp(
                "The agent's directory of configuration. The default is /etc/accessoryd.", valueName: "dir"))
        var configDir = ConfigurationFiles.systemDirectories.last ?? ""

        func run() async throws {
            let file = NewFile(path: "\(configDir)/apps.d/\(id).conf")
            if !print, !replace, file.exists {
                throw Failure("'\(file.path)' exists; --replace replaces it", .invalidInput)
            }
            let lines = try text().lines()
            try check(lines, file.path)
            guard !print else { return StandardStream.output.write(lines) }
            try file.write(lines)
            StandardStream.output.write([
                "Installed \(file.path).".shown,
                "Next: accessoryctl setup --app \(id)".shown,
            ])
        }

        private func text() throws(Failure) -> ManifestText {
            let questions = LineQuestions()
            let name = if let name { name } else { try questions.ask("The app's name for people", option: "--name") }
            var text = ManifestText(
                name: name, icon: icon,
                identity: [("Units", unit), ("Executables", executable), ("Users", user)],
                discovery: [("SSIDs", ssid), ("SSIDPrefixes", ssidPrefix), ("BluetoothServices", service)])
            if text.identity.allSatisfy(\.values.isEmpty) {
                let program = try questions.ask(
                    "The app's systemd unit, or the full path of its program",
                    option: "--unit, --executable or --user")
                text.identity.append((program.hasPrefix("/") ? "Executables" : "Units", [program]))
            }
            if text.discovery.allSatisfy(\.values.isEmpty) {
                let prefix = try questions.ask(
                    "The beginning of its accessories' network names, such as MyCam-",
                    option: "--ssid, --ssid-prefix or --service")
                text.discovery.append(("SSIDPrefixes", [prefix]))
            }
            return text
        }

        private func check(_ lines: [String], _ path: String) throws {
            let check = ManifestCheck(lines.joined(separator: "\n") + "\n", path: path)
            StandardStream.error.write(check.faults.map { "Error: \($0.description.shown)" })
            if !check.faults.isEmpty { throw ExitCode(ExitStatus.invalidInput.rawValue) }
            StandardStream.error.write(check.warnings.map { "Warning: \($0.description.shown)" })
        }
    }
}
