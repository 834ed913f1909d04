// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// The tables of phones' names in the reference, and the names in the sources.
struct PhoneNamesTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    private struct Row {
        let names: [String]
        let answer: String
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
    }

    private func rows() throws -> [Row] {
        try text("AccessorySetupKit/AccessorySetupKit.docc/PhoneNames.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingPrefix(while: \.isWhitespace) }
            guard cells.count == 2, cells[0].first == "`" else { return nil }
            let parts = cells[0].split(separator: "`", omittingEmptySubsequences: false)
            return Row(names: parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }, answer: String(cells[1]))
        }
    }

    /// What a module's interface declares.
    private func declarations(_ module: String) throws -> [Substring] {
        let folder = Self.sources.appending(path: module)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { file in
            try text("\(module)/\(file)").split(separator: "\n")
                .filter { !$0.contains("//") && !$0.contains("private ") && !$0.contains("package ") }
        }
    }

    private static let kinds = ["class", "struct", "enum", "protocol", "let", "typealias"]
    private static let modules = ["AccessorySetupKit", "CoreBluetooth", "NetworkExtension"]

    @Test func everyNameThatIsHereIsInTheSources() throws {
        let words = try Set(
            Self.modules.flatMap(declarations).flatMap { line in
                line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            })
        let rows = try rows()
        #expect(rows.count > 60)
        for row in rows where row.answer.hasPrefix("here") {
            for name in row.names {
                let parts = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                #expect(parts.allSatisfy { $0 == "_" || words.contains($0) }, "\(name)")
            }
        }
    }

    @Test func aTypeThatIsNotHereIsNotInTheSources() throws {
        let lines = try Self.modules.flatMap(declarations)
        for row in try rows() where row.answer.hasPrefix("not here") {
            for name in row.names where name.hasPrefix("CB") || name.hasPrefix("NE") {
                let isDeclared = lines.contains { line in
                    Self.kinds.contains { line.hasSuffix("\($0) \(name)") || line.contains("\($0) \(name):") }
                }
                #expect(!isDeclared, "\(name)")
            }
        }
    }

    @Test func everyTypeOfPhonesIsInATable() throws {
        let names = Set(try rows().flatMap(\.names))
        let own = [
            "ASHotspotLink", "ASUplinkCredentials", "ASHotspotUpdate", "ASHotspotError", "ASAccessoryLocation",
            "ASAccessoryLocationChange", "ASAccessoryPresenceChange",
        ]
        for line in try Self.modules.flatMap(declarations) where line.hasPrefix("public ") || line.hasPrefix("open ") {
            let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            guard let kind = words.firstIndex(where: Self.kinds.contains), kind + 1 < words.count else { continue }
            let name = words[kind + 1]
            #expect(names.contains(name) || own.contains(name), "\(name)")
        }
    }
}
