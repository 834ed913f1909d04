// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct HistoryPagesTests {
    /// Reads from an agent that has so many entries, as ListHistory gives them.
    private func read(_ wanted: Int?, of there: Int) -> (entries: [HistoryEntry], calls: [HistoryQuery]) {
        var pages = HistoryPages(app: "a", accessory: nil, wanted: wanted)
        var calls: [HistoryQuery] = []
        while let query = pages.next, calls.count < 20 {
            calls.append(query)
            let last = min(there, query.before.map { $0 - 1 } ?? there)
            pages.receive((0..<min(query.limit ?? 100, last)).reversed().map { entry(Int64(last - $0)) })
        }
        return (pages.entries, calls)
    }

    private func entry(_ id: Int64) -> HistoryEntry {
        HistoryEntry(
            id: id, time: Timestamp(seconds: id), action: .granted, app: "a", uid: nil, accessory: nil, name: "",
            who: "", proof: nil, why: "")
    }

    @Test func readsAllBackToTheFirst() {
        let (entries, calls) = read(nil, of: 2500)
        #expect(entries.map(\.id) == Array(1...2500))
        #expect(calls.map(\.before) == [nil, 1501, 501, 1])
        #expect(calls.allSatisfy { $0.limit == 1000 && $0.app == "a" })
    }

    @Test(arguments: [(3, [3]), (1000, [1000]), (1200, [1000, 200]), (2000, [1000, 1000])])
    func asksForNoMoreThanWanted(_ wanted: Int, _ limits: [Int]) {
        let (entries, calls) = read(wanted, of: 5000)
        #expect(calls.map(\.limit) == limits)
        #expect(entries.map(\.id) == Array(Int64(5001 - wanted)...5000))
    }

    @Test func goesOnAfterAPageThatIsShorterThanAskedFor() {
        var pages = HistoryPages(app: nil, accessory: nil, wanted: 5)
        pages.receive([entry(8), entry(9)])
        #expect(pages.next?.limit == 3 && pages.next?.before == 8)
        pages.receive([])
        #expect(pages.next == nil && pages.entries.map(\.id) == [8, 9])
    }

    @Test(arguments: [0, 7, 1000]) func endsWhereNothingIsLeft(_ there: Int) {
        #expect(read(nil, of: there).entries.count == there)
    }
}
