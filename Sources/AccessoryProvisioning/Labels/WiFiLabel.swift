// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// A network: `WIFI:T:WPA;S:MyCam;P:secret12;;`. It is the accessory's own hotspot, or one that somebody shares.
///
/// The form is the one that ZXing's wiki describes ("Barcode Contents"), with fields in any order. Fields without a
/// meaning here are left out of account.
public struct WiFiLabel: Hashable, Sendable {
    /// One or two; see ``LabelName/networks(_:)``.
    public let ssids: [SSID]
    /// `open`, `wep`, `wpa2` or `wpa3`. Labels do not distinguish WPA from WPA2.
    public let security: Security
    /// Nil for an open network, and for WEP, which the agent does not join.
    public let passphrase: Passphrase?
    public let isHidden: Bool

    init(_ text: [UInt8]) throws(LabelFault) {
        let fields = try LabelFields(text, unescaping: true)
        guard let name = try fields.only("S", .ssid) else { throw LabelFault(.ssid, .missing) }
        ssids = try Self.ssids(name)
        guard try fields.only("I", .passwordIdentifier)?.bytes.isEmpty ?? true else {
            throw LabelFault(.passwordIdentifier, .unsupported)
        }
        let secret = try fields.only("P", .passphrase)?.bytes ?? []
        security = try Self.security(try fields.only("T", .security)?.bytes ?? [], hasSecret: !secret.isEmpty)
        passphrase = try Self.passphrase(secret, security)
        switch try fields.only("H", .hidden)?.bytes.map(\.capital) ?? [] {
        case Array("TRUE".utf8): isHidden = true
        case [], Array("FALSE".utf8): isHidden = false
        case _: throw LabelFault(.hidden, .wrong)
        }
    }

    /// ZXing reads a name of hexadecimal digits as bytes unless it stands between quotation marks. Phones write such a
    /// name without them, and mean its characters.
    private static func ssids(_ name: LabelFields.Value) throws(LabelFault) -> [SSID] {
        guard let literal = try? SSID(name.bytes) else {
            // Up to 32 bytes have up to 64 digits.
            guard !name.isQuoted, let bytes = name.bytes.fromHexadecimal, let ssid = try? SSID(bytes) else {
                throw LabelFault(.ssid, .wrong)
            }
            return [ssid]
        }
        guard !name.isQuoted, let bytes = name.bytes.fromHexadecimal, let decoded = try? SSID(bytes) else {
            return [literal]
        }
        return [literal, decoded]
    }

    private static func security(_ name: [UInt8], hasSecret: Bool) throws(LabelFault) -> Security {
        switch String(decoding: name.map(\.capital), as: UTF8.self) {
        case "": hasSecret ? .wpa2 : .open
        case "NOPASS": .open
        case "WEP": .wep
        case "WPA", "WPA2", "WPA/WPA2": .wpa2
        case "WPA3", "SAE": .wpa3
        case "WPA2-EAP": throw LabelFault(.security, .unsupported)
        case _: throw LabelFault(.security, .wrong)
        }
    }

    private static func passphrase(_ secret: [UInt8], _ security: Security) throws(LabelFault) -> Passphrase? {
        guard security.key == .passphrase else { return nil }
        guard !secret.isEmpty else { throw LabelFault(.passphrase, .missing) }
        guard let text = secret.text, let passphrase = try? Passphrase(text) else {
            throw LabelFault(.passphrase, .wrong)
        }
        return passphrase
    }
}
