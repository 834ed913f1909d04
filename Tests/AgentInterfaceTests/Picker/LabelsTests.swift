// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@Suite struct LabelsTests {
    private func subject(
        _ name: String, _ ssid: String? = nil, bluetooth: String? = nil, address: String? = nil
    ) throws -> Labels.Subject {
        Labels.Subject(
            name: name, ssid: try ssid.map { try SSID(text: $0) }, bluetoothName: bluetooth,
            address: address.flatMap { MACAddress($0) })
    }

    @Test func aNameOfItsOwnNeedsNone() throws {
        #expect(Labels.of([try subject("Camera", "MyCam-1"), try subject("Lamp", "Lamp-1")]) == [nil, nil])
    }

    @Test func theEndOfTheNetworksNameTellsThemApart() throws {
        let cameras = try ["MyCam-0041", "MyCam-0042", "MyCam-1007"].map { try subject("Camera", $0) }
        #expect(Labels.of(cameras) == ["0041", "0042", "1007"])
    }

    @Test func withoutAMarkThereAreFourCharacters() throws {
        let cameras = try ["GOPRO1234", "GOPRO1239"].map { try subject("Camera", $0) }
        #expect(Labels.of(cameras) == ["1234", "1239"])
    }

    @Test func nobodyGetsTheEndOfAWord() throws {
        let one = [try subject("Camera", "Sensor"), try subject("Camera", address: "02:00:00:00:01:0a")]
        #expect(Labels.of(one) == ["Sensor", "01:0A"])
        let rooms = try ["CamKitchen", "CamGarden"].map { try subject("Camera", $0) }
        #expect(Labels.of(rooms) == ["CamKitchen", "CamGarden"])
    }

    @Test func equalNetworkNamesGetTheEndOfTheAddress() throws {
        let cameras = try ["02:00:00:00:01:0a", "02:00:00:00:01:0b"].map {
            try subject("Camera", "MyCam-1", address: $0)
        }
        #expect(Labels.of(cameras) == ["1 01:0A", "1 01:0B"])
    }

    @Test func bluetoothAloneHasItsNameOrItsAddress() throws {
        let cameras = [
            try subject("Camera", bluetooth: "Cam 7"), try subject("Camera", bluetooth: "Cam 8"),
            try subject("Camera", address: "02:00:00:00:01:0a"),
        ]
        #expect(Labels.of(cameras) == ["7", "8", "01:0A"])
    }

    @Test func escapedBytesAreNotCut() throws {
        let cameras = [
            Labels.Subject(
                name: "Camera", ssid: try SSID([0x41, 0xFF, 0x31]), address: MACAddress("02:00:00:00:01:0a")),
            try subject("Camera", "MyCam-1"),
        ]
        #expect(Labels.of(cameras).first == "01:0A")
    }
}
