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

    private func slip(_ drawer: LabelDrawer, _ text: String) throws -> LabelDrawer.Slip {
        guard case .slip(let slip) = try drawer.put(text, among: []) else {
            throw AccessoryError(.invalidRequest, "another program adds it")
        }
        return slip
    }

    @Test func theSlipHasNoSecret() throws {
        let drawer = LabelDrawer()
        for (text, secret) in [(Self.hotspot, "sensor-0042"), (Self.espressif, "abcd1234")] {
            let slip = try self.slip(drawer, text)
            #expect(slip.ssids == [try SSID(text: "PROV_C049EF")])
            #expect(slip.hasPassphrase == (secret == "sensor-0042"))
            #expect(slip.hasProof == (secret == "abcd1234"))
            let sent = String(decoding: try JSONEncoder().encode(slip), as: UTF8.self)
            #expect(!sent.contains(secret))
        }
    }

    @Test func givesTheSecretToItsOwnAccessoryOnly() throws {
        let drawer = LabelDrawer()
        let slip = try self.slip(drawer, Self.hotspot)
        #expect(try drawer.label(slip.label, of: sensor()).passphrase?.secret == "sensor-0042")
        #expect(throws: AccessoryError.self) { try drawer.label(slip.label, of: sensor("PROV_000000")) }
        #expect(throws: AccessoryError.self) { try drawer.label(slip.label, of: sensor(security: .open)) }
        #expect(throws: AccessoryError.self) { try drawer.label("unknown", of: sensor()) }
    }

    /// The name of Espressif's accessory may be any, and a network may be hidden.
    @Test func theLookIsForTheAccessoryOfALabel() throws {
        let drawer = LabelDrawer()
        let network = try slip(drawer, Self.espressif)
        #expect(drawer.query(network.label) == NewAccessoryQuery(ssids: ["PROV_C049EF"], family: "espressif"))
        let device = try slip(drawer, #"{"name":"SmartLock","transport":"ble"}"#)
        #expect(drawer.query(device.label) == NewAccessoryQuery(bluetoothName: "SmartLock", family: "espressif"))
        let hidden = try slip(drawer, "WIFI:S:Lamp;T:WPA;P:secret12;H:true;;")
        #expect(drawer.query(hidden.label) == NewAccessoryQuery(ssids: ["Lamp"]))
        #expect(drawer.query("unknown") == nil)
    }

    @Test func refusesTheLabelOfACameraWithATextOfItsOwn() throws {
        let text = "W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001;"
        let error = #expect(throws: AccessoryError.self) { try LabelDrawer().put(text, among: []) }
        #expect(error?.field == "label.camera")
        for language in try Texts.all() {
            for field in ["camera", "empty", "other"] { #expect(language.texts["refused.label.\(field)"] != nil) }
        }
    }

    @Test func forgetsTheOldestOfTooMany() throws {
        let drawer = LabelDrawer()
        let first = try slip(drawer, Self.hotspot)
        for _ in 1..<LabelDrawer.limit { _ = try slip(drawer, Self.hotspot) }
        _ = try drawer.label(first.label, of: sensor())
        _ = try slip(drawer, Self.hotspot)
        let error = #expect(throws: AccessoryError.self) { try drawer.label(first.label, of: sensor()) }
        #expect(error?.field == "label.forgotten")
    }

    /// No look finds the accessory, so the slip has it.
    @Test func aKeyOfEasyConnectIsAnAccessoryByItself() throws {
        let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
        let text = "DPP:C:81/6;M:02aabbccddee;I:Hall lamp;K:\(key);;"
        let drawer = LabelDrawer()
        let slip = try self.slip(drawer, text)
        let item = try #require(slip.item)
        #expect(item.accessory.name == "Hall lamp" && item.accessory.family == "easyConnect" && slip.hasProof)
        let sent = String(decoding: try JSONEncoder().encode(slip), as: UTF8.self)
        #expect(!sent.contains("MDkw"))
        let hidden = try #require(try drawer.hidden(item.id, of: slip.label))
        #expect(hidden.item == item && hidden.label == text)
        #expect(try drawer.hidden("wifi-Lamp", of: slip.label) == nil && drawer.hidden(item.id, of: nil) == nil)
        #expect(throws: AccessoryError.self) { try drawer.hidden("label-other", of: slip.label) }
        let other = try self.slip(drawer, Self.hotspot)
        #expect(other.item == nil)
        #expect(throws: AccessoryError.self) { try drawer.hidden(item.id, of: other.label) }
        var addition = Addition()
        #expect(addition.begin(item) == 1 && addition.begin(item) == nil && addition.chosen == item)
    }

    static let wrong = [("", "label"), ("hello", "label")]

    @Test(arguments: wrong) func refusesWhatNobodyHereCanUse(text: String, field: String) throws {
        let error = #expect(throws: AccessoryError.self) { try LabelDrawer().put(text, among: []) }
        #expect(error?.field == field)
        for language in try Texts.all() { #expect(language.texts["refused.\(field)"] != nil) }
    }

    private func bulb() throws -> OtherItem {
        OtherItem(
            accessory: OtherAccessory(
                name: "Desk Bulb", ecosystem: .matter, addedBy: "a Matter controller",
                bluetoothAddress: try #require(MACAddress([2, 0, 0, 0, 2, 5])), rssi: -58, discriminator: 3840,
                vendor: 0xFFF1, product: 0x8000))
    }

    @Test(arguments: [
        ("MT:Y.K9042C00KA0648G00", OtherAccessory.Ecosystem.matter, ["Desk Bulb"]),
        ("MT:-24J0AFN00KA0648G00", .matter, []), ("X-HM://0071THAXQHSPN", .homeKit, []),
    ])
    func namesTheAccessoryThatAnotherProgramAdds(
        text: String, ecosystem: OtherAccessory.Ecosystem, names: [String]
    ) throws {
        guard case .other(let other) = try LabelDrawer().put(text, among: [bulb()]) else {
            throw AccessoryError(.invalidRequest, "the agent adds it")
        }
        #expect(other.ecosystem == ecosystem && other.seen.map(\.accessory.name) == names)
        let sent = String(decoding: try JSONEncoder().encode(LabelDrawer.Reading.other(other)), as: UTF8.self)
        #expect(sent.contains(#""ecosystem":"\#(ecosystem.rawValue)""#) && !sent.contains("20202021"))
        #expect(sent.contains(#""vendor":"FFF1""#) == !names.isEmpty)
        for language in try Texts.all() {
            for key in ["label.\(ecosystem)", "label.\(ecosystem).seen", "others.\(ecosystem).text"] {
                #expect(language.texts[key] != nil)
            }
        }
    }
}
