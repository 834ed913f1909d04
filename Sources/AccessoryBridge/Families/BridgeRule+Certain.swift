// SPDX-License-Identifier: Apache-2.0

extension BridgeRule {
    /// The device's own word, and the results of earlier set-ups.
    static let certain: [BridgeRule] = [
        BridgeRule(
            family: "Sent", text: "the device itself sent its SSID over its connection", device: [.sentSSID("ssid")],
            network: [.ssid(.whole)], weight: .structural(BridgeWeight.sent), objection: "the device sent another SSID"),
        BridgeRule(
            family: "Record", text: "an earlier set-up found the device at this access point",
            device: [.rememberedBSSID("address")], network: [.bssid(BridgeAddress("address"))],
            weight: .structural(BridgeWeight.recorded)),
        BridgeRule(
            family: "Record", text: "an earlier set-up found the device under this SSID",
            device: [.rememberedSSID("ssid", withAccessPoint: false)], network: [.ssid(.whole)],
            weight: .fixed(BridgeWeight.name)),
        // The record may have another access point; then this one may belong to anybody, even to a copy with the same
        // name.
        BridgeRule(
            family: "Record",
            text: "an earlier set-up found the device under this SSID, at another access point or this",
            device: [.rememberedSSID("ssid", withAccessPoint: true)], network: [.ssid(.whole)],
            weight: .fixed(BridgeWeight.kind)),
    ]

    /// Rules for any device.
    static let names: [BridgeRule] = [
        BridgeRule(
            family: "Name", text: "the Bluetooth name is the SSID", device: [.name(.whole)], network: [.ssid(.whole)],
            weight: .byDigits),
        BridgeRule(
            family: "Time", text: "both appeared within 10 seconds", device: [.appearance(within: .seconds(10))],
            network: [], weight: .fixed(BridgeWeight.time)),
    ]
}

extension BridgeTemplate {
    /// The whole name, as the field `ssid`.
    static let whole = BridgeTemplate([.field(Field("ssid"))])
}
