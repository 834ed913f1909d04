// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// The kinds of phones' names: PhoneKinds.txt, the source that follows from it, and the names in the sources.
struct PhoneKindsTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    private static let sources = here.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    private static let heading = """
        // SPDX-License-Identifier: Apache-2.0
        // Follows from PhoneKinds.txt, a line from a line. PhoneKindsTests compares the two.
        // swift-format-ignore-file

        import AccessorySetupKit
        import CoreBluetooth
        import Foundation
        import NetworkExtension

        extension PhoneKinds {
            static func check() {

        """

    /// What only Linux has.
    private static let own: Set = [
        "ASHotspotLink", "ASUplinkCredentials", "ASHotspotUpdate", "ASHotspotError", "ASAccessoryLocation",
        "ASAccessoryLocationChange", "ASAccessoryPresenceChange", "ASError.Reason", "ASDiscoveryDescriptor.WiFiBand",
        "ASAccessorySession.Completion",
        "NEHotspotConfigurationManager.Completion",
    ]

    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// The kind and the rest of each line.
    private func rows() throws -> [(kind: String, rest: String)] {
        try text(Self.here.appending(path: "PhoneKinds.txt")).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let parts = $0.split(separator: " ", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
    }

    private func statement(_ kind: String, _ rest: String) -> String? {
        let words = rest.split(separator: " ").map { String($0) }
        switch (kind, words.count) {
        case ("enum", 3): return "enumeration(\(words[0]).self, \(words[1]).self, .\(words[2]))"
        case ("options", 2): return "options(\(words[0]).self, \(words[1]).self)"
        case ("raw", 2): return "raw(\(words[0]).self, \(words[1]).self) { \(words[0])(rawValue: $0) }"
        case ("value", 2): return "value(\(words[0]).self, \(words[1]).self) { \(words[0])($0) }"
        case ("error", 2):
            return "error(\(words[0]).self, \(words[1])) { (code: \(words[0]).Code, info) in "
                + "\(words[0])(code, userInfo: info) }"
        case ("class", 1): return "object(\(words[0]).self)"
        case ("class", 2): return "object(\(words[0]).self) { $0 as \(words[1]) }"
        case ("protocol", 1): return "_ = (any \(words[0])).self"
        case ("constant", 1): return "constant(\(words[0]))"
        case ("alias", 2): return "alias(\(words[0]).self, \(words[1]).self)"
        case ("use", _):
            let parts = rest.split(separator: ": ", maxSplits: 1)
            return parts.count == 2 ? "let _: (\(parts[0])) -> Void = { \(parts[1]) }" : nil
        case _: return nil
        }
    }

    @Test func everyKindHolds() { PhoneKinds.check() }

    @Test func theSourceFollowsFromTheTable() throws {
        let rows = try rows()
        let statements = rows.compactMap { statement($0.kind, $0.rest) }
        #expect(rows.count > 120 && statements.count == rows.count)
        let body = statements.map { "        \($0)\n" }.joined()
        let written = try text(Self.here.appending(path: "PhoneKinds+Table.swift"))
        #expect(written == Self.heading + body + "    }\n}\n", "PhoneKinds+Table.swift does not follow from the table")
    }

    @Test func everyTypeIsInTheTable() throws {
        let kinds = try Set(rows().filter { $0.kind != "use" }.compactMap { $0.rest.split(separator: " ").first })
        // The row of an error stands for its codes, too.
        for name in try declared() where !kinds.contains(Substring(name)) && !name.hasSuffix(".Code") {
            let isOwn = Self.own.contains { name == $0 || name.hasPrefix("\($0).") }
            #expect(isOwn, "\(name)")
        }
    }

    /// The types and constants that the three modules declare, with the type around each.
    private func declared() throws -> [String] {
        var names: [String] = []
        for module in ["AccessorySetupKit", "CoreBluetooth", "NetworkExtension"] {
            let folder = Self.sources.appending(path: module)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            where file.hasSuffix(".swift") {
                let source = try text(folder.appending(path: file))
                names += declared(in: source)
            }
        }
        return names
    }

    private func declared(in source: String) -> [String] {
        let kinds = ["class", "struct", "enum", "protocol", "let", "typealias"]
        let modifiers = ["public", "open", "final"]
        var (outer, names) = ("", [String]())
        for line in source.split(separator: "\n") {
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
            if line.hasPrefix("extension "), words.count > 1 { outer = words[1] }
            guard let kind = words.firstIndex(where: kinds.contains), kind > 0, kind + 1 < words.count,
                words[0] != "final", words[..<kind].allSatisfy(modifiers.contains)
            else { continue }
            if line.first != " " {
                outer = words[kind + 1]
                names.append(outer)
            } else if line.hasPrefix("    public "), words[kind] != "let" {
                names.append("\(outer).\(words[kind + 1])")
            }
        }
        return names
    }
}
