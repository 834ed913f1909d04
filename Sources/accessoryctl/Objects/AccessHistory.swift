// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

extension AccessObject {
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the changes of access, the latest last.",
            discussion: """
                Each change has its time, its author, the proof and the reason. The agent keeps 10000 changes, also of apps \
                and accessories that are gone; of each app and action it keeps the last 1000. If there are more, the agent \
                removes the oldest renamings, joins and hotspot configurations first.
                """)

        @Option(help: ArgumentHelp("Show only changes of this app.", valueName: "id")) var app: String?
        @Option(
            help: ArgumentHelp(
                "Show only changes of this accessory: its identifier, or the name or SSID of one that an app has.",
                valueName: "id|name|ssid"))
        var accessory: AccessoryName?
        @Option(help: ArgumentHelp("Show this many of the latest changes. The default is 100.", valueName: "number"))
        var limit: Int?
        @Flag(help: "Show all changes.") var all = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("'--limit' takes a number from 1 on.") }
            if all, limit != nil { throw ValidationError("'--all' and '--limit' exclude each other.") }
        }

        func run() async throws {
            try output.check(.history)
            let control = output.control
            let (app, accessory, wanted) = (app, accessory, all ? nil : limit ?? 100)
            let list = try await output.bounded {
                let id = try await accessory?.identifierIfKnown(control)
                var pages = HistoryPages(app: app, accessory: id, wanted: wanted)
                while let query = pages.next { pages.receive(try await control.call(.listHistory, query).entries) }
                return HistoryList(entries: pages.entries)
            }
            try output.show(list.entries, .history, wire: list)
        }
    }
}

/// Reads a history page by page, backwards from the latest.
struct HistoryPages: Sendable {
    /// The oldest first.
    private(set) var entries: [HistoryEntry] = []
    /// The next page to request; nil if no more is wanted, or available.
    private(set) var next: HistoryQuery?
    /// Nil: all.
    private let wanted: Int?

    /// The agent's largest page.
    static let page = 1000

    init(app: String?, accessory: String?, wanted: Int?) {
        self.wanted = wanted
        next = HistoryQuery(app: app, accessory: accessory, limit: min(wanted ?? Self.page, Self.page))
    }

    mutating func receive(_ page: [HistoryEntry]) {
        entries = page + entries
        // A page is shorter than requested if its entries are long, and empty if nothing is left.
        guard var query = next, let oldest = page.first else {
            next = nil
            return
        }
        let missing = wanted.map { $0 - entries.count } ?? Self.page
        query.before = Int(oldest.id)
        query.limit = min(missing, Self.page)
        next = missing > 0 ? query : nil
    }
}
