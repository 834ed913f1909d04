// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import InterfaceGenerator

struct GeneratedSourcesTests {
    /// If this fails, run packaging/generate-interface.
    @Test func areWhatTheDescriptionsGenerate() throws {
        let agent = ["Setup", "Bluetooth", "Picker", "Control"].map { SourceTree.interfaces.file($0) }
        try compare(SourceTree.generated, with: GenerateInterface.sources(from: agent))
    }

    @Test(arguments: [("Hub", "Phones"), ("Desktop", "Desktop")])
    func areWhatThePickersDescriptionsGenerate(folder: String, name: String) throws {
        let folder = SourceTree.picker.appending(path: "Runs/\(folder)")
        let sources = try GenerateInterface.sources(from: [folder.file(name)], importing: ["AgentInterface"])
        try compare(folder.appending(path: "Generated"), with: sources)
    }

    @Test func areWhatTheLinksDescriptionGenerates() throws {
        let folder = SourceTree.picker.deletingLastPathComponent().appending(path: "LinkCalls")
        let sources = try GenerateInterface.sources(from: [folder.file("Link")], importing: ["AgentInterface"])
        try compare(folder.appending(path: "Generated"), with: sources)
    }

    private func compare(_ folder: URL, with sources: GeneratedSources) throws {
        let there = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(Set(there) == Set(sources.files.keys))
        for (name, text) in sources.files {
            #expect(try Data(contentsOf: folder.appending(path: name)) == Data(text.utf8), "\(name)")
        }
    }

    private func types(of text: String) throws -> String {
        let sources = try GeneratedSources(of: [try DescriptionParser.parse(text)])
        return try #require(sources.files["Types.swift"])
    }

    @Test func writesAStructureWithItsMembers() throws {
        let text = try types(
            of: """
                interface a.Setup

                # A dog.
                # name: what it is called,
                #   in two lines.
                type Dog (name: string, age: ?int, tricks: []string)
                """)
        #expect(
            text.hasSuffix(
                """
                /// A dog.
                package struct Dog: Codable, Hashable, Sendable {
                    /// What it is called, in two lines.
                    package var name: String
                    package var age: Int?
                    package var tricks: [String]

                    package init(name: String, age: Int? = nil, tricks: [String]) {
                        self.name = name
                        self.age = age
                        self.tricks = tricks
                    }

                    package init(from decoder: any Decoder) throws {
                        let fields = try decoder.container(keyedBy: FieldName.self)
                        name = try fields.value("name")
                        age = try fields.optional("age")
                        tricks = try fields.value("tricks")
                    }

                    package func encode(to encoder: any Encoder) throws {
                        var fields = encoder.container(keyedBy: FieldName.self)
                        try fields.encode(name, forKey: "name")
                        try fields.encodeIfPresent(age, forKey: "age")
                        try fields.encode(tricks, forKey: "tricks")
                    }
                }

                """))
    }

    @Test func writesAnEnumerationInsideItsType() throws {
        let text = try types(of: "interface a.Setup\n# Far or near.\n# idle: at rest.\ntype AdapterState (idle, busy)")
        #expect(
            text.hasSuffix(
                """
                extension AdapterStatus {
                    /// Far or near.
                    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
                        /// At rest.
                        case idle
                        case busy
                    }
                }

                """))
    }

    @Test func marksTheMethodsThatStream() throws {
        let text = """
            interface a.Setup
            # Streams: call it with 'more'.
            method Watch() -> (event: string)
            method Look(at: string) -> ()
            """
        let file = try GeneratedSources(of: [try DescriptionParser.parse(text)]).files["SetupInterface.swift"]
        let source = try #require(file)
        #expect(source.contains("package struct Watch: StreamMethod {"))
        #expect(source.contains("package struct WatchReply: Codable"))
        #expect(source.contains("package struct LookRequest: Codable"))
        #expect(!source.contains("LookReply"))
    }

    @Test func bindsAMethodToItsParametersAndItsReply() throws {
        let text = """
            interface a.Setup
            # Shows it.
            # Streams: call it with 'more'.
            method Show(at: string) -> (event: string)
            # Lists them. With 'more', a list that is longer
            # than a message comes in parts.
            method List() -> (names: []string)
            method Hide() -> ()
            """
        let file = try GeneratedSources(of: [try DescriptionParser.parse(text)]).files["SetupInterface.swift"]
        let source = try #require(file)
        #expect(
            source.contains(
                """
                    /// Shows it. Streams: call it with 'more'.
                    package struct Show: StreamMethod {
                        package typealias Interface = SetupInterface
                        package typealias Request = ShowRequest
                        package typealias Reply = ShowReply
                        package static var name: String { "a.Setup.Show" }
                    }

                """))
        #expect(source.contains("package struct List: ListMethod {"))
        #expect(source.contains("package struct Hide: SingleMethod {"))
        #expect(source.contains("        Show, List, Hide\n"))
        #expect(source.components(separatedBy: "package typealias Request = Nothing").count == 3)
        #expect(source.contains("package static var hide: Self { Self() }"))
    }

    @Test func makesOptionalWhatOneOfTwoMethodsLacks() throws {
        let text =
            "interface a.Setup method CheckPlan(path: string) -> () method CheckManifest(path: string, at: int) -> ()"
        let file = try GeneratedSources(of: [try DescriptionParser.parse(text)]).files["SetupInterface.swift"]
        #expect(file?.contains("package init(path: String, at: Int? = nil) {") == true)
    }

    @Test func refusesATypeThatTwoInterfacesDeclareDifferently() throws {
        let one = try DescriptionParser.parse("interface a.Setup type Dog (name: string)")
        let other = try DescriptionParser.parse("interface a.Picker type Dog (name: int)")
        #expect(throws: GeneratedSources.Conflict.self) { try GeneratedSources(of: [one, other]) }
    }

    @Test func refusesMethodsThatShareATypeAndDiffer() throws {
        let text = "interface a.Setup method CheckPlan(path: string) -> () method CheckManifest(path: int) -> ()"
        let description = try DescriptionParser.parse(text)
        #expect(throws: GeneratedSources.Conflict.self) { try GeneratedSources(of: [description]) }
    }
}

extension URL {
    /// The description of an interface in this folder.
    fileprivate func file(_ interface: String) -> URL { appending(path: "org.accessoryd.\(interface).varlink") }
}
