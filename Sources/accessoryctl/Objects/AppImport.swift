// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

extension AppObject {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a manifest from a phone app's Info.plist, and install it.",
            discussion: """
                The property list gives the app's identifier, its name, and its keys of accessory set-up: for Bluetooth, \
                and for networks if it has such a key. It cannot name the program that is the app here, and mostly names \
                no networks: the options give them, or on a terminal the command asks for them. It reports the keys that \
                have no part in a manifest, each with the reason, on standard error. Then it prints the manifest, checks \
                it, and installs it as 'app add' does.
                """)

        @Argument(help: "The property list, in XML or binary; - is standard input.") var file: String
        @Option(help: "The app's identifier. The default is the property list's CFBundleIdentifier.") var id: String?
        @OptionGroup var options: ManifestOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let app = try app()
            StandardStream.error.write(app.report.map(\.shown))
            let id = try identifier(of: app)
            let file = try options.file(of: id)
            let text = try options.text(of: app)
            if !options.print { StandardStream.output.write(try text.lines() + [""]) }
            try await options.install(text, id, as: file, output)
        }

        private func app() throws(Failure) -> PhoneApp {
            let (path, bytes) = try ConfigurationFile.read(file, as: "property list")
            do throws(PropertyListFault) {
                return try PhoneApp(PropertyList.keys(bytes))
            } catch {
                throw Failure("property list '\(path)': \(error)", .invalidInput)
            }
        }

        private func identifier(of app: PhoneApp) throws(Failure) -> String {
            if let id = id ?? app.id { return id }
            return try LineQuestions().ask("The app's identifier, such as org.example.camera", option: "--id")
        }
    }
}

extension PhoneApp {
    /// A line for each key that has no part in the manifest, and one for the keys about something else.
    var report: [String] {
        omissions.map { "Left out: \($0.key): \($0.reason)" }
            + (otherKeys.isEmpty ? [] : ["Left out, not about accessories: \(otherKeys.joined(separator: ", "))"])
    }
}
