// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import ArgumentParser
import TrustedFiles

/// The parts of a new manifest that options or answers give, and its place.
struct ManifestOptions: ParsableArguments {
    @Option(help: "The app's name for people.") var name: String?
    @Option(help: "An icon of the theme, or a picture's full path.") var icon: String?
    @Option(help: ArgumentHelp("The folder of the app's pictures, below /usr/share.", valueName: "path"))
    var pictures: String?
    @Option(help: ArgumentHelp("The systemd unit of the app. Repeatable.", valueName: "unit")) var unit: [String] = []
    @Option(help: ArgumentHelp("The full path of the app's program. Repeatable.", valueName: "path"))
    var executable: [String] = []
    @Option(help: ArgumentHelp("A user whose programs are the app. Repeatable.", valueName: "user"))
    var user: [String] = []
    @Option(help: ArgumentHelp("An SSID that the app may look for. Repeatable.", valueName: "ssid"))
    var ssid: [String] = []
    @Option(help: ArgumentHelp("The beginning of SSIDs. Repeatable.", valueName: "text")) var ssidPrefix: [String] = []
    @Option(help: ArgumentHelp("A Bluetooth service. Repeatable.", valueName: "uuid")) var service: [String] = []
    @Flag(help: "Replace the manifest that the app has.") var replace = false
    @Flag(help: "Print the manifest, and install nothing.") var print = false
    @Option(
        help: ArgumentHelp(
            "The agent's directory of configuration. The default is /etc/accessoryd.", valueName: "dir"))
    var configDir = ConfigurationFiles.systemDirectories.last ?? ""

    /// The app's file. Throws `Failure` if the app has one that stays.
    func file(of id: String) throws(Failure) -> NewFile {
        let file = NewFile(path: "\(configDir)/apps.d/\(id).conf")
        // An identifier from elsewhere names no other place.
        guard Manifest.id(path: file.path) == id else {
            throw Failure("'\(id)' is no app's identifier, such as org.example.camera", .invalidInput)
        }
        if !print, !replace, file.exists {
            throw Failure("'\(file.path)' exists; --replace replaces it", .invalidInput)
        }
        return file
    }

    /// Asks on a terminal for what the options and the phone's app leave open.
    func text(of app: PhoneApp? = nil) throws(Failure) -> ManifestText {
        let questions = LineQuestions()
        func ask(_ prompt: String, _ option: String, for key: (String) -> String) throws(Failure) -> String {
            try questions.ask(prompt, option: option) { ManifestAnswer.fault($0, for: key($0)) }
        }
        let known = self.name ?? app?.name
        let name = if let known { known } else { try ask("The app's name for people", "--name") { _ in "Name" } }
        func joined(_ own: [String]?, _ options: [String]) -> [String] {
            let own = own ?? []
            return own + options.filter { !own.contains($0) }
        }
        var text = ManifestText(
            name: name, icon: icon, pictures: pictures,
            identity: [("Units", unit), ("Executables", executable), ("Users", user)],
            discovery: [
                ("SSIDs", joined(app?.ssids, ssid)), ("SSIDPrefixes", joined(app?.ssidPrefixes, ssidPrefix)),
                ("BluetoothServices", joined(app?.services, service)),
                ("BluetoothCompanyIdentifiers", app?.companyIdentifiers ?? []),
                ("BluetoothNames", app?.bluetoothNames ?? []),
            ])
        if text.identity.allSatisfy(\.values.isEmpty) {
            func key(_ program: String) -> String { program.hasPrefix("/") ? "Executables" : "Units" }
            let program = try ask(
                "The app's systemd unit, or the full path of its program", "--unit, --executable or --user", for: key)
            text.identity.append((key(program), [program]))
        }
        let needsSSIDs = app?.needsSSIDs == true && ssid.isEmpty && ssidPrefix.isEmpty
        if needsSSIDs || text.discovery.allSatisfy(\.values.isEmpty) {
            let prefix = try ask(
                "The beginning of its accessories' network names, such as MyCam-",
                needsSSIDs ? "--ssid or --ssid-prefix" : "--ssid, --ssid-prefix or --service"
            ) { _ in "SSIDPrefixes" }
            text.discovery.append(("SSIDPrefixes", [prefix]))
        }
        return text
    }

    /// Checks the manifest, and installs it unless it is only printed.
    func install(_ text: ManifestText, _ id: String, as file: NewFile, _ output: OutputOptions) async throws {
        let lines = try text.lines()
        try check(lines, file.path)
        guard !print else { return StandardStream.output.write(lines) }
        try file.write(lines)
        await Self.announce(output)
        StandardStream.output.write([
            "Installed \(file.path).".shown,
            "Next: \(text.nextStep(of: id))".shown,
        ])
    }

    /// A running agent sees a new file after half a second, and the command that is typed next may need the app before.
    private static func announce(_ output: OutputOptions) async {
        let control = output.control
        // Without an agent, or without a right to ask it, the manifest is installed all the same.
        _ = try? await output.bounded { try await control.reload() }
    }

    private func check(_ lines: [String], _ path: String) throws {
        let system = ConfigurationFiles.systemDirectories
        let directories = system.contains(configDir) ? system : [configDir]
        let check = ManifestCheck(
            lines.joined(separator: "\n") + "\n", path: path, beside: Manifests(in: directories))
        StandardStream.error.write(check.faults.map { "Error: \($0.description.shown)" })
        if !check.faults.isEmpty { throw ExitCode(ExitStatus.invalidInput.rawValue) }
        StandardStream.error.write(check.warnings.map { "Warning: \($0.description.shown)" })
    }
}
