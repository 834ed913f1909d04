// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// What `bridge` and `scan` print of Bluetooth.
@Suite struct BridgeTests {
    @Test func listsWhatIsKnownFirst() throws {
        let bridges = try Fixture.bridges().sorted(by: BridgeReport.comesBefore)
        #expect(bridges.map(\.verdict) == [.bridged, .tooClose, .unknown])
        let common = try View.bridges.table(bridges, fields: nil)
        let all = try View.bridges.table(bridges, fields: ["all"])
        try Expected.check(
            TablePrinter().lines(common) + [""] + TersePrinter().lines(common) + [""]
                + MultilinePrinter().lines(all), "bridges")
    }

    @Test func namesNoNetworkWhereThereIsNoAnswer() throws {
        let close = try #require(try Fixture.bridges().first { $0.verdict == .tooClose })
        let table = try View.bridges.table([close], fields: ["ssid", "bssid"])
        #expect(table.rows == [[Table.Cell(text: nil), Table.Cell(text: nil)]])
    }

    @Test func explainsInWords() throws {
        let bridges = try Fixture.bridges().sorted(by: BridgeReport.comesBefore)
        try Expected.check(BridgeText(bridges, isForOne: false).lines, "bridge-explain")
    }

    @Test func printsOnceAndAlwaysWhatABridgeDoesNotProve() throws {
        var bridges = try Fixture.bridges()
        for shown in [bridges, [bridges[0]], [bridges[2]]] {
            #expect(BridgeText(shown, isForOne: true).lines.count { $0.contains(Fixture.caution) } == 1)
        }
        bridges[1].explanation[2] = "Another last sentence."
        let lines = BridgeText(bridges, isForOne: true).lines
        #expect(lines.count { $0.contains(Fixture.caution) } == 2)
        #expect(lines.contains("  Another last sentence."))
    }

    @Test func printsARequestedOneEvenWhereNothingIsKnown() throws {
        let unknown = try #require(try Fixture.bridges().first { $0.verdict == .unknown })
        let asked = BridgeText([unknown], isForOne: true).lines
        #expect(asked.first?.hasPrefix("02:00:00:00:02:03 (private address") == true)
        #expect(asked.contains("  Nothing seen of it points to a network."))
        #expect(BridgeText([unknown], isForOne: false).lines.first?.hasPrefix("1 Bluetooth device in range:") == true)
        #expect(BridgeText([], isForOne: false).lines == ["No Bluetooth device was seen."])
    }

    @Test func letsNoControlCharacterOfANameThrough() throws {
        for line in BridgeText(try Fixture.bridges(), isForOne: false).lines { #expect(!line.contains("\u{1B}")) }
    }

    @Test(arguments: [(0, "0.00"), (0.05, "0.05"), (0.954, "0.95"), (0.999, "1.00"), (1, "1.00")])
    func writesStrengthsInHundredths(_ strength: Double, _ text: String) { #expect(strength.inHundredths == text) }

    @Test func isNamedByAddressOrNetwork() throws {
        #expect(BridgeName(argument: "02:00:00:00:02:01") == .address(try Fixture.bluetooth(1)))
        #expect(BridgeName(argument: "GP24501058") == .ssid(try Fixture.ssid("GP24501058")))
        #expect(BridgeName(argument: "") == nil)
        let missing = [BridgeName.address(try Fixture.bluetooth(1)), .ssid(try Fixture.ssid("GP24501058"))]
        for name in missing { #expect(Failure(name.notInReach).status == 10) }
    }

    @Test func printsDevicesBesideTheirNetworks() throws {
        let devices = try Fixture.devices()
        let common = try View.devices.table(devices, fields: nil)
        let all = try View.devices.table(devices, fields: ["all"])
        try Expected.check(
            TablePrinter().lines(common) + [""] + TersePrinter().lines(common) + [""] + MultilinePrinter().lines(all),
            "devices")
    }

    @Test(
        arguments: [
            (OutputStyle(), .both), (OutputStyle(manner: .terse), .networks),
            (OutputStyle(fields: ["SSID"]), .networks),
            (OutputStyle(fields: ["BSSID"]), .networks), (OutputStyle(fields: ["address", "BSSID"]), .devices),
            (OutputStyle(manner: .terse, fields: ["RSSI"]), .devices),
        ] as [(OutputStyle, ScanObject.Part)])
    func scanPrintsOneKindOfRowForScripts(_ style: OutputStyle, _ part: ScanObject.Part) throws {
        #expect(try ScanObject.Part(style, watch: false) == part)
    }

    @Test func scanRefusesFieldsOfTwoKinds() {
        for fields in [["SSID", "RSSI"], ["NOPE"]] {
            #expect(throws: UsageError.self) { try ScanObject.Part(OutputStyle(fields: fields), watch: false) }
        }
        #expect(throws: UsageError.self) { try ScanObject.Part(OutputStyle(fields: ["CHANGE"]), watch: false) }
        #expect(throws: Never.self) { try ScanObject.Part(OutputStyle(fields: ["CHANGE"]), watch: true) }
    }

    private func bluetooth(_ adapters: [BluetoothAdapter], _ why: BluetoothUnavailability? = nil) throws -> [String] {
        let state = BluetoothState(backend: "BlueZ", unavailable: why, adapters: adapters)
        return try GeneralObject.StatusCommand.bluetooth(BluetoothStatus(state), OutputStyle())
    }

    @Test func printsCalmlyWhyThereIsNoBluetooth() throws {
        let free = BluetoothAdapter(name: "hci0", address: try Fixture.bluetooth(0x10))
        let blocked = BluetoothAdapter(name: "hci1", address: try Fixture.bluetooth(0x11), unavailable: .blocked)
        var lines = try bluetooth([free, blocked])
        lines += try [""] + bluetooth([blocked], .blocked)
        lines += try [""] + bluetooth([free], .refused)
        lines += try [""] + bluetooth([], .backendAway)
        lines += try [""] + bluetooth([])
        try Expected.check(lines, "bluetooth-status")
    }
}
