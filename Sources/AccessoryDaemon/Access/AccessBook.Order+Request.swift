// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A checked request for a grant without a picker.
extension AccessBook.Order {
    /// Throws `invalidRequest` with the faulty field.
    init(_ request: GrantRequest, allowedBy manifest: Manifest, at now: Timestamp) throws(AccessoryError) {
        let uid = try request.uid.map { number throws(AccessoryError) in
            guard let uid = UInt32(exactly: number), uid != .max else {
                throw AccessoryError.invalid("uid", "uid: \(number) is not a uid")
            }
            return uid
        }
        let ssid = try DescriptorFields.ssid(request.ssid, field: "ssid")
        guard manifest.mayLook(for: ssid) else {
            throw AccessoryError.invalid("ssid", "\(manifest.path) does not allow \(manifest.id) to look for '\(ssid)'")
        }
        let name =
            try request.name.read(DisplayName.checked, field: "name") ?? DisplayName.harmless(ssid.description)
        let bssid = try Self.address(request.bssid, "bssid")
        let bluetooth = try Self.address(request.bluetoothAddress, "bluetoothAddress")
        let passphrase = try request.passphrase.read(DescriptorFields.passphrase, field: "passphrase")
        let security = try Self.security(request.security, hasPassphrase: passphrase != nil)
        if let expires = request.expires, expires <= now {
            throw AccessoryError.invalid("expires", "expires: \(expires.seconds) is past; it is \(now.seconds) now")
        }
        if request.origin == .picker {
            throw AccessoryError.invalid("origin", "origin: it is plan, migration or administrator")
        }
        self.init(
            app: manifest.id, uid: uid, ssid: ssid, bssid: bssid, bluetooth: bluetooth, name: name,
            isNamed: request.name != nil, image: nil, passphrase: passphrase, security: security,
            isHidden: request.hidden ?? false, origin: request.origin ?? .administrator, expires: request.expires)
    }

    private static func security(_ text: String?, hasPassphrase: Bool) throws(AccessoryError) -> Security? {
        guard let text else { return hasPassphrase ? .wpa2 : nil }
        switch Security(rawValue: text) {
        case .open, .owe:
            guard !hasPassphrase else {
                throw AccessoryError.invalid(
                    "security", "security: a network with a passphrase is secured with wpa2 at least")
            }
        case .wpa2, .wpa3: break
        case .wep, .wpa2wpa3, .enterprise, .unknown, nil:
            throw AccessoryError.invalid("security", "security: '\(text)' is not open, owe, wpa2 or wpa3")
        }
        return Security(rawValue: text)
    }

    private static func address(_ text: String?, _ field: String) throws(AccessoryError) -> MACAddress? {
        guard let text else { return nil }
        guard let address = MACAddress(text) else {
            throw AccessoryError.invalid(field, "\(field): '\(text)' is not an address such as 02:00:00:00:01:00")
        }
        return address
    }
}
