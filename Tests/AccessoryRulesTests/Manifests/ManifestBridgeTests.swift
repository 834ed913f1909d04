// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

@testable import AccessoryRules

struct ManifestBridgeTests {
    private static let serial = ["SSID": "Acme-{serial}", "ManufacturerData": "0x006B {serial:2-5}"]

    private func file(
        _ bridges: [(String, [String: String])],
        discovery: [String: String] = ["SSIDPrefixes": "Acme-", "BluetoothCompanyIdentifiers": "0x006B"]
    ) -> KeyFile {
        let groups = [("App", ["Name": "Acme"]), ("Identity", ["Users": "kiosk"]), ("Discovery", discovery)] + bridges
        return KeyFile(
            path: "/etc/accessoryd/apps.d/org.example.acme.conf", groups: groups.map { .init(name: $0.0, keys: $0.1) })
    }

    private func sentences(_ file: KeyFile) -> [String] {
        Manifest.read(file).faults.map { fault in
            [fault.group.map { "[\($0)]" }, fault.key, fault.reason].compactMap { $0 }.joined(separator: " ")
        }
    }

    @Test func hasTheRulesThatItsGroupsWrite() throws {
        let manifest = try #require(
            Manifest.read(
                file([("Bridge serial number", Self.serial), ("Bridge name", ["SSID": "{n}", "BluetoothName": "{n}"])])
            ).manifest)
        #expect(
            manifest.bridgeRules == [
                try BridgeRule(family: "org.example.acme", label: "serial number", keys: Self.serial),
                try BridgeRule(
                    family: "org.example.acme", label: "name", keys: ["SSID": "{n}", "BluetoothName": "{n}"]),
            ])
        #expect(try #require(Manifest.read(file([])).manifest).bridgeRules.isEmpty)
    }

    @Test func namesGroupAndKeyOfWhatIsWrong() {
        #expect(
            sentences(file([("Bridge a", ["SSID": "Acme"])])) == [
                "[Bridge a] SSID has no field of the device, and would hold for any; write one such as {serial}"
            ])
        #expect(
            sentences(file([("Bridge a", ["BluetoothName": "{a}"])])) == [
                "[Bridge a] set SSID or BSSID, which a rule derives from the device"
            ])
        #expect(
            sentences(file([("Bridge a", Self.serial.merging(["Colour": "red"]) { first, _ in first })])) == [
                "[Bridge a] Colour unknown key; known are BSSID, BluetoothAddress, BluetoothName, BluetoothService, "
                    + "ManufacturerData, SSID, ServiceData"
            ])
    }

    @Test(arguments: ["Bridge", "Bridge "])
    func wantsALabel(group: String) {
        #expect(
            sentences(file([(group, Self.serial)])) == [
                "[\(group)] has no label; add one that names what agrees, such as [Bridge serial number]"
            ])
    }

    @Test func takesNoOtherGroupForARule() {
        #expect(sentences(file([("Bridges", Self.serial)])).first?.hasPrefix("[Bridges] unknown group") == true)
    }

    @Test func wantsAnAppThatLooksForBoth() {
        let file = file([("Bridge a", Self.serial)], discovery: ["SSIDPrefixes": "Acme-"])
        #expect(
            sentences(file) == [
                "[Bridge a] needs an app that looks for both Bluetooth devices and networks; [Discovery] has one"
            ])
    }

    @Test func hasALimit() {
        #expect(sentences(file((0..<16).map { ("Bridge \($0)", Self.serial) })).isEmpty)
        #expect(
            sentences(file((0..<17).map { ("Bridge \($0)", Self.serial) })) == [
                "[Bridge 16] exceeds the limit of 16 rules; leave it out"
            ])
    }
}
