// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct RadioTests {
    private func status(_ bluetooth: BluetoothStatus) -> Status {
        Status(
            version: "1", backend: "b",
            adapters: [
                AdapterStatus(interface: "wlan0", state: .connected, detail: "Home: upstairs"),
                AdapterStatus(interface: "wlan1", state: .idle),
            ],
            bluetooth: bluetooth, leases: [], apps: 0, accessRecords: 0, pickers: 0, faults: [])
    }

    private func lines(_ status: Status, fields: [String]? = nil) throws -> [String] {
        TersePrinter().lines(try View.radios.table(RadioList(status).all, fields: fields))
    }

    @Test func listsBothKindsInLinesForScripts() throws {
        let address = try #require(MACAddress("02:00:00:00:0b:00"))
        let bluetooth = BluetoothStatus(
            backend: "BlueZ", adapters: [BluetoothAdapterStatus(name: "hci0", address: address)])
        #expect(
            try lines(status(bluetooth)) == [
                #"wlan0:wifi:connected:Home\: upstairs"#, "wlan1:wifi:idle:", "hci0:bluetooth:ready:",
            ])
        #expect(try lines(status(bluetooth), fields: ["radio", "address"]).last == #"hci0:02\:00\:00\:00\:0b\:00"#)
    }

    @Test func givesTheReasonWhyARadioCannotBeUsed() throws {
        let address = try #require(MACAddress("02:00:00:00:0b:00"))
        let adapter = BluetoothAdapterStatus(name: "hci0", address: address)
        let away = BluetoothStatus(backend: "BlueZ", unavailable: "it is away", adapters: [adapter])
        #expect(try lines(status(away)).last == "hci0:bluetooth:unusable:it is away")
        #expect(try lines(status(BluetoothStatus(backend: "BlueZ", unavailable: "none", adapters: []))).count == 2)
    }

    @Test func printsInJSONWhatTheStatusHas() throws {
        let radios = RadioList(status(BluetoothStatus(backend: "BlueZ", unavailable: "none", adapters: [])))
        #expect(
            try JSONPrinter().lines(radios) == [
                #"{"adapters":[{"detail":"Home: upstairs","interface":"wlan0","state":"connected"},"#
                    + #"{"interface":"wlan1","state":"idle"}],"#
                    + #""bluetooth":{"adapters":[],"backend":"BlueZ","unavailable":"none"}}"#
            ])
        #expect(try JSONPrinter().lines(radios.all[1]) == [#"{"interface":"wlan1","state":"idle"}"#])
    }
}
