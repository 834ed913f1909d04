// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials

@main
struct GenerateInterface: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "InterfaceGenerator", abstract: "Write the Swift types for the agent's interface descriptions.")

    @Argument(help: "The folder for the Swift files.")
    var output: String
    @Argument(help: "The .varlink files. A type that several share stands with the first.")
    var descriptions: [String]
    @Option(name: .customLong("import"), help: "A module that the Swift files need, besides Varlink.")
    var modules: [String] = []

    func run() throws {
        let output = URL(filePath: output)
        let sources = try Self.sources(from: descriptions.map { URL(filePath: $0) }, importing: modules)
        for (name, text) in sources.files { try Data(text.utf8).write(to: output.appending(path: name)) }
    }

    static func sources(from descriptions: [URL], importing modules: [String] = []) throws -> GeneratedSources {
        try GeneratedSources(
            of: descriptions.map { file in
                do {
                    return try DescriptionParser.parse(String(decoding: Data(contentsOf: file), as: UTF8.self))
                } catch let error as DescriptionParser.SyntaxError {
                    throw ValidationError("\(file.lastPathComponent):\(error)")
                }
            }, importing: modules)
    }
}
