// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Cameras of the Open Spherical Camera API: the SSID is a name with `.OSC` behind it
/// (developers.google.com/streetview/open-spherical-camera/guides). THETA's name is `THETA`, two letters of the model
/// and eight digits. Bluetooth has the digits alone, and that of a THETA A1 the letters, too (ricohapi/theta-ble-client
/// 1.3.3, `ThetaBle.kt`). Two models may have the same digits, so letters count if they are there.
extension BridgeRule {
    static let sphericalCamera: [BridgeRule] = [
        BridgeRule(
            family: "OSC", text: "the SSID is the Bluetooth name with .OSC", device: [.name(.whole)],
            network: [.ssid(BridgeTemplate([.field(BridgeTemplate.Field("ssid")), ending]))], weight: .byDigits),
        BridgeRule(
            family: "THETA", text: "the SSID has the serial number", device: [.name(BridgeTemplate([serial]))],
            network: [.ssid(BridgeTemplate(theta + [ending]))], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "THETA", text: "the SSID has the serial number", device: [.name(BridgeTemplate([model, serial]))],
            network: [.ssid(BridgeTemplate([maker, model, serial, ending]))], weight: .fixed(BridgeWeight.name)),
    ]

    /// The service that THETA advertises (docs-theta-api.ricoh360.com, "Bluetooth API").
    static let thetaService = BluetoothUUID(0xF74D_1BA5_BC52_4F10, 0x99C0_85E7_85EB_E43F)
    /// Its name over Bluetooth, with the letters or without.
    static let thetaNames = [BridgeTemplate([serial]), BridgeTemplate([model, serial])]

    private static let ending = BridgeTemplate.Part.literal(Array(".OSC".utf8))
    private static let serial = BridgeTemplate.Part.field(BridgeTemplate.Field("serial", length: 8, .digits))
    private static let model = BridgeTemplate.Part.field(BridgeTemplate.Field("model", length: 2))
    private static let maker = BridgeTemplate.Part.literal(Array("THETA".utf8))
    private static let theta = [maker, .field(BridgeTemplate.Field(nil, length: 2)), serial]
}
