// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension AppObject {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a manifest, and install it.",
            discussion: """
                On a terminal the command asks for what the options leave open: the app's name, the program that is the \
                app, and the networks that it may look for. It checks each answer, and asks again for one with a fault. It \
                checks the manifest first, and installs nothing that has a fault, such as a program that is another app \
                already. A running agent knows the app at once. At last the command prints how to start the app, or \
                `accessoryctl setup` if its program is not there yet.
                """)

        @Argument(help: "The app's identifier, such as org.example.camera.") var id: String
        @OptionGroup var options: ManifestOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let file = try options.file(of: id)
            try await options.install(try options.text(), id, as: file, output)
        }
    }
}
