// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import Testing

@testable import accessoryctl

/// The manual page has the content of the tool's help.
@Suite struct ManualTests {
    private let page: String

    init() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        page = String(
            decoding: try Data(contentsOf: URL(filePath: root + "/packaging/man/accessoryctl.1")), as: UTF8.self)
    }

    /// The text from one heading to the next of its kind.
    private func section(_ kind: String, _ title: String) throws -> String {
        let parts = page.split(separator: "\n.Sh ").flatMap { part in
            kind == "Sh" ? [part] : part.split(separator: "\n.Ss ")
        }
        return String(try #require(parts.first { $0.hasPrefix("\(title)\n") }, "\(title)"))
    }

    /// The words of a text and its macros, each once between spaces.
    private func words(_ text: some StringProtocol) -> String {
        let words = text.split { $0.isWhitespace }.map { $0.hasPrefix(".") ? $0.dropFirst() : $0 }
        return " \(words.joined(separator: " ")) "
    }

    /// The long options that a help text names.
    private func options(_ help: String) -> Set<String> {
        Set(
            help.split { $0.isWhitespace || $0 == "[" || $0 == "]" || $0 == "," || $0 == "'" || $0 == "|" || $0 == "." }
                .filter { $0.hasPrefix("--") && $0.count > 3 }.map { String($0.dropFirst(2)) })
    }

    @Test func namesEveryObjectCommandAndOption() throws {
        let common = words(try section("Sh", "COMMON OPTIONS"))
        for option in CommonOption.all { #expect(common.contains(" Fl -\(option.long) "), "\(option.long)") }
        let shared = Set(CommonOption.all.map(\.long) + ["version"])
        for object in Accessoryctl.configuration.subcommands {
            let items = try section("Ss", object._commandName).split(separator: "\n.It ").map { words($0) }
            let commands = object.configuration.subcommands
            for command in commands.isEmpty ? [object] : commands {
                let name = command._commandName
                let item = try #require(
                    items.first { $0.hasPrefix(" Cm \(name) ") || $0.hasPrefix(" Xo Cm \(name) ") },
                    "\(object._commandName) \(name)")
                for option in options(Accessoryctl.helpMessage(for: command, columns: 2000)).subtracting(shared) {
                    #expect(item.contains(" Fl -\(option) "), "\(object._commandName) \(name) --\(option)")
                }
            }
        }
    }

    @Test func namesEveryField() throws {
        let part = try section("Sh", "FIELDS")
        let words = Set(part.split { !$0.isLetter && $0 != "-" }.map { String($0) })
        let names =
            View.status.columns.map(\.name) + View.radios.columns.map(\.name) + View.leases.columns.map(\.name)
            + View.apps.columns.map(\.name) + View.changes.columns.map(\.name)
            + View.records.columns.map(\.name) + View.accessories.columns.map(\.name) + View.history.columns.map(\.name)
            + View.hotspots(secrets: true).columns.map(\.name) + View.lease.columns.map(\.name)
            + View.events.columns.map(\.name) + View.plans.columns.map(\.name)
            + View.planOutcomes.columns.map(\.name) + View.planUpdates.columns.map(\.name)
            + View.deviceChanges.columns.map(\.name) + View.bridges.columns.map(\.name)
            + View.onboardSteps.columns.map(\.name) + View.locations.columns.map(\.name)
        for name in names { #expect(words.contains(name), "\(name)") }
    }

    @Test func listsTheSameExitStatuses() throws {
        let part = try section("Sh", "EXIT STATUS").split(separator: "\n.It ").dropFirst()
        let documented = part.map { item in
            item.split(separator: "\n").prefix(2).joined(separator: " ")
        }
        let help = ExitText.text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(documented == help)
    }
}
