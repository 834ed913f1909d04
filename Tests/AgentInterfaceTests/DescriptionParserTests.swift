// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import InterfaceGenerator

struct DescriptionParserTests {
    @Test(arguments: [
        "", "interface", "interface a.b type", "interface a.b type T (a: int", "interface a.b type T (a: int, b)",
        "interface a.b type T (a-b)", "interface a.b type T (a: ??int)", "interface a.b method M(a) -> ()",
        "interface a.b type T (a) type T (b)", "interface a.b thing T (a)", "interface a.b type T (a: int, a: int)",
    ])
    func refusesATextThatIsNoDescription(text: String) {
        #expect(throws: DescriptionParser.SyntaxError.self) { try DescriptionParser.parse(text) }
    }

    @Test func namesTheLine() throws {
        let error = #expect(throws: DescriptionParser.SyntaxError.self) {
            try DescriptionParser.parse("interface a.b\n\n# About.\ntype T (\n  a: ??int\n)")
        }
        #expect(error?.description == "5: ?? is not a type")
    }

    @Test func readsACommentAsTextAndEntries() throws {
        let text = """
            # Of the interface.
            interface a.b

            # First line
            # and second.
            #
            # A paragraph.
            # a, b: both,
            #   which goes on.
            # Errors: Busy.
            method M(a: int) -> (b: int)
            """
        let description = try DescriptionParser.parse(text)
        #expect(description.comment.text == "Of the interface.")
        let comment = try #require(description.methods.first?.comment)
        #expect(comment.text == "First line\nand second.\n\nA paragraph.")
        #expect(comment.entries == ["a": "both, which goes on.", "b": "both, which goes on.", "Errors": "Busy."])
    }

    @Test func noticesWhatDiffersFromTheDescription() throws {
        let description = try DescriptionParser.parse("interface a.b type T (a: int, b: ?string)")
        let type = InterfaceDescription.Kind.named("T")
        #expect(description.faults(of: .object(["a": .int(1), "b": .string("x")]), as: type, .full) == [])
        #expect(description.faults(of: .object(["a": .int(1)]), as: type, .full) == [".b: missing"])
        let optional = JSON.object(["a": .int(1), "b": .string("x")])
        #expect(description.faults(of: optional, as: type, .minimal) == [".b: is not optional"])
        let unknown = JSON.object(["a": .int(1), "c": .int(1)])
        #expect(description.faults(of: unknown, as: type, .minimal) == [".c: not described"])
        #expect(description.faults(of: .object(["a": .bool(true)]), as: type, .minimal).count == 1)
        #expect(description.faults(of: .object(["a": .null]), as: type, .minimal).count == 1)
    }
}
