// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// The hotspot of a camera by Sony: `W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001;`, which the camera shows on its screen.
/// Its maker does not document the form; public readers of it agree. The camera is for an app, and takes no home network.
public struct SonyLabel: Hashable, Sendable {
    public let ssid: SSID
    public let passphrase: Passphrase
    /// The camera's name, which is its model unless its owner chose another.
    public let name: String
    /// The radio's own word, without a use here.
    public let address: MACAddress?

    init(_ text: [UInt8]) throws(LabelFault) {
        let fields = try LabelFields(text, unescaping: false)
        guard let suffix = try fields.only("S", .ssid)?.trimmed.bytes, !suffix.isEmpty else {
            throw LabelFault(.ssid, .missing)
        }
        guard let name = try fields.only("C", .name)?.trimmed.bytes, !name.isEmpty else {
            throw LabelFault(.name, .missing)
        }
        // The form of Wi-Fi Direct's groups: characters of chance, and a name.
        guard let ssid = try? SSID(Array("DIRECT-".utf8) + suffix + [UInt8(ascii: ":")] + name) else {
            throw LabelFault(.ssid, .wrong)
        }
        guard let secret = try fields.only("P", .passphrase)?.bytes, !secret.isEmpty else {
            throw LabelFault(.passphrase, .missing)
        }
        guard let text = secret.text, let passphrase = try? Passphrase(text) else {
            throw LabelFault(.passphrase, .wrong)
        }
        self.ssid = ssid
        self.passphrase = passphrase
        self.name = DeviceText.bounded(name) ?? ""
        address = try fields.only("M", .address)?.trimmed.bytes.fromHexadecimal.flatMap { MACAddress($0) }
    }
}
