// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials

@main
struct GenerateInterface: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "InterfaceGenerator", abstract: "Write the Swift types for the agent's interface descriptions.")

    @Argument(help: "The folder with the .varlink files.")
    var descriptions: String
    @Argument(help: "The folder for the Swift files.")
    var output: String

    func run() throws {
        let output = URL(filePath: output)
        for (name, text) in try Self.sources(from: URL(filePath: descriptions)).files {
            try Data(text.utf8).write(to: output.appending(path: name))
        }
    }

    /// For the interfaces in a folder. Apps' own comes first, so that a type which several share stands with it.
    static func sources(from folder: URL) throws -> GeneratedSources {
        try GeneratedSources(
            of: ["Setup", "Bluetooth", "Picker", "Control"].map { name in
                let file = folder.appending(path: "org.accessoryd.\(name).varlink")
                do {
                    return try DescriptionParser.parse(String(decoding: Data(contentsOf: file), as: UTF8.self))
                } catch let error as DescriptionParser.SyntaxError {
                    throw ValidationError("\(file.lastPathComponent):\(error)")
                }
            })
    }
}
