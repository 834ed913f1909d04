// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

@Suite struct DefaultNameTests {
    private func text(_ name: String, _ ssid: String?, taken: Set<String>, bluetooth: String? = nil) throws -> String {
        DefaultName(
            name, ssid: try ssid.map { try AccessoryRulesTests.ssid($0) }, bssid: ssid == nil ? nil : try bssid(0x42),
            bluetooth: bluetooth.flatMap { MACAddress($0) }
        ).text(isTaken: taken.contains)
    }

    @Test func staysAsItIsWhileNobodyHasIt() throws {
        #expect(try text("Camera", "MyCam-0042", taken: []) == "Camera")
        #expect(try text("Camera", "MyCam-0042", taken: ["camera", "Plug"]) == "Camera")
    }

    @Test(arguments: [
        ("MyCam-0042", "Camera 0042"), ("GP24500711", "Camera 0711"), ("My Cam 7", "Camera 7"),
        ("Cam_abcdefghijkl", "Camera 01:42"), ("🔌 Plug-7", "Camera 7"), ("MySensor", "Camera 01:42"),
        ("Sensor12", "Camera 12"), ("SensorA1B2", "Camera A1B2"), ("Cam-Kitchen", "Camera Kitchen"),
        ("Küche", "Camera 01:42"), ("カメラ", "Camera 01:42"),
    ])
    func getsTheEndOfTheSSIDAsLabelsShowIt(ssid: String, name: String) throws {
        #expect(try text("Camera", ssid, taken: ["Camera"]) == name)
    }

    @Test func getsTheEndOfAnAddressWhereTheSSIDDoesNotDiffer() throws {
        let taken: Set = ["Camera", "Camera 0042", "Lamp", "MyCam-0042"]
        #expect(try text("Camera", "MyCam-0042", taken: taken) == "Camera 01:42")
        // The SSID itself is the name.
        #expect(try text("MyCam-0042", "MyCam-0042", taken: taken) == "MyCam-0042 01:42")
        #expect(try text("Lamp", nil, taken: taken, bluetooth: "24:0a:c4:12:34:58") == "Lamp 34:58")
        #expect(
            try text("Camera", "MyCam-0042", taken: taken.union(["Camera 01:42"])) == "Camera 02:00:00:00:01:42")
    }

    @Test func isANameEvenIfTheAppsIsLong() throws {
        let long = String(repeating: "ü", count: 127)
        let name = try text(long, "MyCam-0042", taken: [long])
        #expect(throws: Never.self) { try DisplayName(name) }
        #expect(name.hasSuffix("… 0042"))
    }

    @Test func remainsIfEveryNameIsTaken() throws {
        #expect(DefaultName("A", ssid: nil, bssid: nil, bluetooth: nil).text { _ in true } == "A")
    }
}
