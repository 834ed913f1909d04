// SPDX-License-Identifier: Apache-2.0

/// Cameras of the Open Spherical Camera API: the SSID is a name with `.OSC` behind it
/// (developers.google.com/streetview/open-spherical-camera/guides). THETA's name is `THETA`, two letters of the model
/// and the serial number's eight digits. Bluetooth may have the digits alone. Two models may have the same digits, so
/// letters count if they are there.
extension BridgeRule {
    static let sphericalCamera: [BridgeRule] = [
        BridgeRule(
            family: "OSC", text: "the SSID is the Bluetooth name with .OSC", device: [.name(.whole)],
            network: [.ssid(BridgeTemplate([.field(BridgeTemplate.Field("ssid")), ending]))], weight: .byDigits),
        BridgeRule(
            family: "THETA", text: "the SSID has the serial number", device: [.name(BridgeTemplate([serial]))],
            network: [.ssid(BridgeTemplate(theta + [ending]))], weight: .fixed(BridgeWeight.name)),
    ]

    private static let ending = BridgeTemplate.Part.literal(Array(".OSC".utf8))
    private static let serial = BridgeTemplate.Part.field(BridgeTemplate.Field("serial", length: 8, .digits))
    private static let theta = [
        BridgeTemplate.Part.literal(Array("THETA".utf8)), .field(BridgeTemplate.Field(nil, length: 2)), serial,
    ]
}
