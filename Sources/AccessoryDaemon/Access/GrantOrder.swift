// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A checked request for a grant without a picker.
struct GrantOrder {
    let uid: UInt32?
    let ssid: SSID
    /// For people.
    let name: String
    let bssid: MACAddress?
    let bluetooth: MACAddress?
    let passphrase: Passphrase?
    /// The least security of the network from now on; nil if the request leaves it as it is.
    let security: Security?

    /// Throws `invalidRequest` with the faulty field.
    init(_ request: GrantRequest, allowedBy manifest: Manifest, at now: Timestamp) throws(AccessoryError) {
        uid = try request.uid.map { number throws(AccessoryError) in
            guard let uid = UInt32(exactly: number), uid != .max else {
                throw AccessoryError(.invalidRequest, "uid: \(number) is not a uid", field: "uid")
            }
            return uid
        }
        ssid = try DescriptorFields.ssid(request.ssid, field: "ssid")
        guard manifest.mayLook(for: ssid) else {
            throw AccessoryError(
                .invalidRequest, "\(manifest.path) does not allow \(manifest.id) to look for '\(ssid)'", field: "ssid")
        }
        name =
            try request.name.map { text throws(AccessoryError) in
                try DisplayName.checked(text, field: "name")
            } ?? DisplayName.harmless(ssid.description)
        bssid = try Self.address(request.bssid, "bssid")
        bluetooth = try Self.address(request.bluetoothAddress, "bluetoothAddress")
        passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        security = try Self.security(request.security, hasPassphrase: passphrase != nil)
        if let expires = request.expires, expires <= now {
            throw AccessoryError(
                .invalidRequest, "expires: \(expires.seconds) is past; it is \(now.seconds) now", field: "expires")
        }
        if request.origin == .picker {
            throw AccessoryError(
                .invalidRequest, "origin: it is plan, migration or administrator", field: "origin")
        }
    }

    private static func security(
        _ text: String?, hasPassphrase: Bool
    ) throws(AccessoryError) -> Security? {
        guard let text else { return hasPassphrase ? .wpa2 : nil }
        switch Security(rawValue: text) {
        case .open, .owe:
            guard !hasPassphrase else {
                throw AccessoryError(
                    .invalidRequest, "security: a network with a passphrase is secured with wpa2 at least",
                    field: "security")
            }
        case .wpa2, .wpa3: break
        case .wep, .wpa2wpa3, .enterprise, .unknown, nil:
            throw AccessoryError(
                .invalidRequest, "security: '\(text)' is not open, owe, wpa2 or wpa3", field: "security")
        }
        return Security(rawValue: text)
    }

    private static func address(_ text: String?, _ field: String) throws(AccessoryError) -> MACAddress? {
        guard let text else { return nil }
        guard let address = MACAddress(text) else {
            throw AccessoryError(
                .invalidRequest, "\(field): '\(text)' is not an address such as 02:00:00:00:01:00", field: field)
        }
        return address
    }
}
