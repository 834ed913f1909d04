// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import Testing

@testable import accessory_picker

@Suite struct LabelDrawerTests {
    private static let hotspot = "WIFI:T:WPA;S:PROV_C049EF;P:sensor-0042;;"
    private static let espressif =
        #"{"ver":"v1","name":"PROV_C049EF","username":"wifiprov","pop":"abcd1234","transport":"softap"}"#

    private func sensor(_ ssid: String = "PROV_C049EF", security: Security = .wpa2) throws -> NewAccessory {
        NewAccessory(
            name: ssid, family: "espressif", familyName: "Espressif", isCertain: true, ssid: try SSID(text: ssid),
            security: security, signal: 50, mayNeedProof: true, isClearText: false)
    }

    @Test func theSlipHasNoSecret() throws {
        let drawer = LabelDrawer()
        for (text, secret) in [(Self.hotspot, "sensor-0042"), (Self.espressif, "abcd1234")] {
            let slip = try drawer.put(text)
            #expect(slip.ssids == [try SSID(text: "PROV_C049EF")])
            #expect(slip.hasPassphrase == (secret == "sensor-0042"))
            #expect(slip.hasProof == (secret == "abcd1234"))
            let sent = String(decoding: try JSONEncoder().encode(slip), as: UTF8.self)
            #expect(!sent.contains(secret))
        }
    }

    @Test func givesTheSecretToItsOwnAccessoryOnly() throws {
        let drawer = LabelDrawer()
        let slip = try drawer.put(Self.hotspot)
        #expect(try drawer.label(slip.label, of: sensor()).passphrase?.secret == "sensor-0042")
        #expect(throws: AccessoryError.self) { try drawer.label(slip.label, of: sensor("PROV_000000")) }
        #expect(throws: AccessoryError.self) { try drawer.label(slip.label, of: sensor(security: .open)) }
        #expect(throws: AccessoryError.self) { try drawer.label("unknown", of: sensor()) }
    }

    @Test func forgetsTheOldestOfTooMany() throws {
        let drawer = LabelDrawer()
        let first = try drawer.put(Self.hotspot)
        for _ in 1..<LabelDrawer.limit { _ = try drawer.put(Self.hotspot) }
        _ = try drawer.label(first.label, of: sensor())
        _ = try drawer.put(Self.hotspot)
        let error = #expect(throws: AccessoryError.self) { try drawer.label(first.label, of: sensor()) }
        #expect(error?.field == "label.forgotten")
    }

    static let others = [("", "label"), ("hello", "label"), ("MT:Y.K9042C00KA0648G00", "label.matter")]

    @Test(arguments: others) func refusesWhatAnotherProgramAdds(text: String, field: String) throws {
        let error = #expect(throws: AccessoryError.self) { try LabelDrawer().put(text) }
        #expect(error?.field == field)
        for language in try Texts.all() { #expect(language.texts["refused.\(field)"] != nil) }
    }
}
