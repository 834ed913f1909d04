// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import LabelReading
import Testing

@testable import accessory_picker

@Suite struct LabelCacheTests {
    private static let hotspot = "WIFI:T:WPA;S:PROV_C049EF;P:sensor-0042;;"
    private static let espressif =
        #"{"ver":"v1","name":"PROV_C049EF","username":"wifiprov","pop":"k7qm2vxd","transport":"softap"}"#

    private func sensor(_ ssid: String = "PROV_C049EF", security: Security = .wpa2) throws -> NewAccessory {
        NewAccessory(
            name: ssid, family: "espressif", familyName: "Espressif", isCertain: true, ssid: try SSID(text: ssid),
            bssid: MACAddress("24:0A:C4:C0:49:F0"), security: security, signal: 50, mayNeedProof: true,
            isClearText: false)
    }

    /// The label of this name, if it is this accessory's.
    private func label(_ cache: LabelCache, _ name: String, of accessory: NewAccessory) throws -> Label? {
        let item = try #require(NewItem(accessory))
        return try #require(try cache.find(item.id, of: name, among: [item])).1
    }

    private func summary(
        _ cache: LabelCache, _ text: String, of session: String = "a"
    ) throws -> LabelCache.Summary {
        guard case .summary(let summary) = try cache.put(text, of: session, among: []) else {
            throw AccessoryError(.invalidRequest, "another program adds it")
        }
        return summary
    }

    @Test func theSlipHasNoSecret() throws {
        let cache = LabelCache()
        for (text, secret) in [(Self.hotspot, "sensor-0042"), (Self.espressif, "k7qm2vxd")] {
            let summary = try self.summary(cache, text)
            #expect(summary.ssids == [try SSID(text: "PROV_C049EF")])
            #expect(summary.answers == [secret == "sensor-0042" ? .passphrase : .proof])
            let sent = String(decoding: try JSONEncoder().encode(summary), as: UTF8.self)
            #expect(!sent.contains(secret))
        }
    }

    @Test func givesTheSecretToItsOwnAccessoryOnly() throws {
        let cache = LabelCache()
        let summary = try self.summary(cache, Self.hotspot)
        #expect(try label(cache, summary.label, of: sensor())?.passphrase?.secret == "sensor-0042")
        for (other, name) in [
            (try sensor("PROV_000000"), summary.label), (try sensor(security: .open), summary.label),
            (try sensor(), "unknown"),
        ] {
            let error = #expect(throws: AccessoryError.self) { try label(cache, name, of: other) }
            #expect(error?.field == (name == "unknown" ? "label.forgotten" : "label.other"))
        }
    }

    /// The name of Espressif's accessory may be any, and a network may be hidden.
    @Test func theLookIsForTheAccessoryOfALabel() throws {
        let cache = LabelCache()
        let network = try summary(cache, Self.espressif)
        #expect(cache.query(network.label) == NewAccessoryQuery(ssids: ["PROV_C049EF"], family: "espressif"))
        let device = try summary(cache, #"{"name":"SmartLock","transport":"ble"}"#)
        #expect(cache.query(device.label) == NewAccessoryQuery(bluetoothName: "SmartLock", family: "espressif"))
        let hidden = try summary(cache, "WIFI:S:Lamp;T:WPA;P:secret12;H:true;;")
        #expect(cache.query(hidden.label) == NewAccessoryQuery(ssids: ["Lamp"]))
        #expect(cache.query("unknown") == nil)
    }

    @Test func refusesTheLabelOfACameraWithATextOfItsOwn() throws {
        let text = "W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001;"
        let error = #expect(throws: AccessoryError.self) { try LabelCache().put(text, of: "a", among: []) }
        #expect(error?.field == "label.camera")
        for language in try Texts.all() {
            for field in ["camera", "empty", "other"] { #expect(language.texts["refused.label.\(field)"] != nil) }
        }
    }

    @Test func forgetsTheOldestOfTooMany() throws {
        let cache = LabelCache()
        let first = try summary(cache, Self.hotspot)
        for _ in 1..<LabelCache.limit { _ = try summary(cache, Self.hotspot) }
        _ = try label(cache, first.label, of: sensor())
        _ = try summary(cache, Self.hotspot)
        let error = #expect(throws: AccessoryError.self) { try label(cache, first.label, of: sensor()) }
        #expect(error?.field == "label.forgotten")
    }

    @Test func aPhoneThatReadsManyForgetsNobodyElses() throws {
        let cache = LabelCache()
        let first = try summary(cache, Self.hotspot, of: "b")
        for _ in 0...LabelCache.limit { _ = try summary(cache, Self.hotspot) }
        #expect(try label(cache, first.label, of: sensor())?.passphrase?.secret == "sensor-0042")
    }

    /// No look finds the accessory, so the summary has it.
    @Test func aKeyOfEasyConnectIsAnAccessoryByItself() throws {
        let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
        let text = "DPP:C:81/6;M:02aabbccddee;I:Hall lamp;K:\(key);;"
        let cache = LabelCache()
        let summary = try self.summary(cache, text)
        let item = try #require(summary.item)
        #expect(item.accessory.name == "Hall lamp" && item.accessory.family == "easyConnect")
        #expect(summary.answers == [.proof] && item.isHidden)
        let sent = String(decoding: try JSONEncoder().encode(summary), as: UTF8.self)
        #expect(!sent.contains("MDkw"))
        let (hidden, label) = try #require(try cache.find(item.id, of: summary.label, among: []))
        #expect(hidden == item && label?.proof.secret == text && cache.query(summary.label) == nil)
        #expect(try cache.find("wifi-Lamp", of: summary.label, among: []) == nil)
        #expect(try cache.find(item.id, of: nil, among: []) == nil)
        #expect(throws: AccessoryError.self) { try cache.find("label-other", of: summary.label, among: []) }
        let other = try self.summary(cache, Self.hotspot)
        #expect(other.item == nil)
        #expect(throws: AccessoryError.self) { try cache.find(item.id, of: other.label, among: []) }
        var addition = Addition()
        #expect(addition.begin(item) == 1 && addition.begin(item) == nil && addition.chosen == item)
    }

    static let wrong = [("", "label"), ("hello", "label")]

    @Test(arguments: wrong) func refusesWhatNobodyHereCanUse(text: String, field: String) throws {
        let error = #expect(throws: AccessoryError.self) { try LabelCache().put(text, of: "a", among: []) }
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
        guard case .other(let other) = try LabelCache().put(text, of: "a", among: [bulb()]) else {
            throw AccessoryError(.invalidRequest, "the agent adds it")
        }
        #expect(other.ecosystem == ecosystem && other.seen.map(\.accessory.name) == names)
        let sent = String(decoding: try JSONEncoder().encode(LabelCache.Reading.other(other)), as: UTF8.self)
        #expect(sent.contains(#""ecosystem":"\#(ecosystem.rawValue)""#) && !sent.contains("20202021"))
        #expect(sent.contains(#""vendor":"FFF1""#) == !names.isEmpty)
        for language in try Texts.all() {
            for key in ["label.\(ecosystem)", "label.\(ecosystem).seen", "others.\(ecosystem).text"] {
                #expect(language.texts[key] != nil)
            }
        }
    }
}
