// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

@testable import accessoryctl

/// Devices heard over Bluetooth, and the bridge's verdicts on them.
extension Fixture {
    static func devices() throws -> [BluetoothDevice] {
        guard let service = BluetoothUUID("FEA6"),
            let long = BluetoothUUID("1775244D-6B43-439B-877C-060F2D9BED07")
        else { throw Broken() }
        let camera = Advertisement(
            address: BluetoothAddress(try bluetooth(1), kind: .public), name: "GoPro 1058", services: [service],
            serviceData: [service: [0xF7, 0xA9]], manufacturerData: [0x02F2: [2, 1]], rssi: -48, isBonded: true)
        let stranger = Advertisement(
            address: BluetoothAddress(try bluetooth(2), kind: .resolvablePrivate), name: "\u{1B}[31mLamp: 2",
            services: [long], rssi: -80, adapter: "hci1")
        let silent = Advertisement(address: BluetoothAddress(try bluetooth(3), kind: .staticRandom))
        return [BluetoothDevice(camera, bssid: try bssid(1)), BluetoothDevice(stranger), BluetoothDevice(silent)]
    }

    static func match(
        _ ssid: String?, _ last: UInt8, _ strength: Double, _ evidence: [BridgeEvidence]
    ) throws -> BridgeMatch {
        BridgeMatch(
            ssid: try ssid.map { try SSID(text: $0) }, bssid: try bssid(last), strength: strength, evidence: evidence)
    }

    static let caution = "This shows only what is consistent, not what is authentic."

    /// One of each verdict, the least first.
    static func bridges() throws -> [BridgeReport] {
        let serial = BridgeEvidence(family: "GoPro", text: "the serial's last four digits, 1058", weight: 0.9)
        let time = BridgeEvidence(family: "time", text: "both appeared within 2 s", weight: 0.1)
        let suffix = BridgeEvidence(family: "Espressif", text: "the address is the BSSID's + 1", weight: 0.6)
        return [
            BridgeReport(
                bluetoothAddress: try bluetooth(3), addressKind: .resolvablePrivate, bluetoothName: nil, rssi: nil,
                verdict: .unknown, network: nil, runnerUp: nil,
                explanation: ["Nothing seen of it points to a network.", caution]),
            BridgeReport(
                bluetoothAddress: try bluetooth(2), addressKind: .public, bluetoothName: "\u{1B}[31mPROV_1", rssi: -60,
                verdict: .tooClose, network: try match("PROV_1", 2, 0.6, [suffix]),
                runnerUp: try match(nil, 3, 0.6, [suffix]),
                explanation: [
                    "Which network belongs to '\u{1B}[31mPROV_1' is too close to call.",
                    "The likeliest is 'PROV_1' (02:00:00:00:01:02), with 60 %.", caution,
                ]),
            BridgeReport(
                bluetoothAddress: try bluetooth(1), addressKind: .staticRandom, bluetoothName: "GoPro 1058", rssi: -48,
                verdict: .bridged, network: try match("GP24501058", 1, 0.95, [serial, time]),
                runnerUp: try match("GP24500456", 4, 0.1, [time]),
                explanation: [
                    "'GoPro 1058' (02:00:00:00:02:01) and 'GP24501058' (02:00:00:00:01:01) are one accessory.",
                    "GoPro: the serial's last four digits, 1058; strong (90 %).",
                    "The runner-up is 'GP24500456' (02:00:00:00:01:04), with 10 %.", caution,
                ]),
        ]
    }
}
