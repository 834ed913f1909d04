// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import accessoryctl

@Suite struct ScanChangesTests {
    @Test func tellsWhatAppearedChangedAndWent() throws {
        var changes = ScanChanges()
        let one = try Fixture.network("MyCam-1", 1, signal: 50)
        let two = try Fixture.network("MyCam-2", 2, signal: 60)
        #expect(changes.receive([one]) == [.init(change: .appeared, network: one)])
        #expect(changes.receive([one, two]) == [.init(change: .appeared, network: two)])
        var renamed = two
        renamed.ssid = try Fixture.ssid("MyCam-9")
        #expect(changes.receive([one, renamed]) == [.init(change: .changed, network: renamed)])
        #expect(changes.receive([one]) == [.init(change: .gone, network: renamed)])
        #expect(changes.receive([one]) == [])
    }

    @Test func leavesSmallChangesOfTheSignalOutUntilTheyAddUp() throws {
        var changes = ScanChanges()
        var network = try Fixture.network("MyCam-1", 1, signal: 50)
        _ = changes.receive([network])
        network.signal = 55
        #expect(changes.receive([network]) == [])
        network.signal = 60
        #expect(changes.receive([network]) == [.init(change: .changed, network: network)])
    }

    @Test func printsOneLineForEachChange() throws {
        var changes = ScanChanges()
        let table = try View.changes.table(
            changes.receive(Fixture.networks()), fields: ["change", "ssid", "bssid", "signal"])
        try Expected.check(TablePrinter().rows(table) + TersePrinter().lines(table), "changes")
    }
}
