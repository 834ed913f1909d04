// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct ScanChangesTests {
    @Test func printsWhatAppearedChangedAndWent() throws {
        var changes = ScanChanges()
        let one = try Fixture.network("MyCam-1", 1, signal: 50)
        let two = try Fixture.network("MyCam-2", 2, signal: 60)
        #expect(changes.receive([one]) == [.init(change: .appeared, thing: one)])
        #expect(changes.receive([one, two]) == [.init(change: .appeared, thing: two)])
        var renamed = two
        renamed.ssid = try Fixture.ssid("MyCam-9")
        #expect(changes.receive([one, renamed]) == [.init(change: .changed, thing: renamed)])
        #expect(changes.receive([one]) == [.init(change: .gone, thing: renamed)])
        #expect(changes.receive([one]) == [])
    }

    @Test func leavesSmallChangesOfTheSignalOutUntilTheyAddUp() throws {
        var changes = ScanChanges()
        var network = try Fixture.network("MyCam-1", 1, signal: 50)
        _ = changes.receive([network])
        network.signal = 55
        #expect(changes.receive([network]) == [])
        network.signal = 60
        #expect(changes.receive([network]) == [.init(change: .changed, thing: network)])
    }

    @Test func printsOneLineForEachChange() throws {
        var changes = ScanChanges()
        let table = try View.changes.table(
            changes.receive(Fixture.networks()), fields: ["change", "ssid", "bssid", "signal"])
        try Expected.check(TablePrinter().rows(table) + TersePrinter().lines(table), "changes")
    }

    @Test func printsBluetoothDevicesToo() throws {
        var changes = ScanChanges()
        let heard = try Fixture.devices()
        var table = try View.deviceChanges.table(changes.receive(heard), fields: ["all"])
        var lines = TablePrinter().rows(table)
        var known = heard[0]
        known.rssi = known.rssi.map { $0 - 9 }
        #expect(changes.receive([known] + heard.dropFirst()) == [])
        known.bssid = nil
        #expect(changes.receive([known] + heard.dropFirst()) == [.init(change: .changed, thing: known)])
        known.rssi = nil
        table = try View.deviceChanges.table(changes.receive([known]), fields: nil)
        lines += TablePrinter(widths: View.deviceChangeWidths).rows(table) + TersePrinter().lines(table)
        try Expected.check(lines, "changes-devices")
    }

    @Test func aDeviceAndANetworkOfOneAddressAreTwo() throws {
        var changes = ScanChanges()
        var device = try Fixture.devices()[0]
        let network = try Fixture.network("MyCam-1", 1, signal: 50)
        (device.address, device.adapter) = (network.bssid, network.interface)
        #expect(changes.receive([network]).count == 1)
        #expect(changes.receive([device]).count == 1)
        #expect(changes.receive([network]) == [])
    }
}
