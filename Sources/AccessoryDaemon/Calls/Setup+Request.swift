// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Requests from the wire, as the machine takes them.
extension Setup.Options {
    init(_ options: [SetupOption]) {
        self = []
        for option in options {
            switch option {
            case .rename: insert(.rename)
            case .confirmAuthorization: insert(.confirmAuthorization)
            case .finishInApp: insert(.finishInApp)
            }
        }
    }
}

extension Setup.Migration {
    /// Throws `invalidRequest` with the field's path.
    init(_ item: MigrationItem, image: String?, at path: String, allowedBy manifest: Manifest) throws(AccessoryError) {
        let ssid = try item.ssid.read(DescriptorFields.ssid, field: "\(path).ssid")
        if let ssid, !manifest.mayLook(for: ssid) {
            throw AccessoryError.invalid(
                "\(path).ssid", "\(manifest.path) does not allow \(manifest.id) to look for '\(ssid)'")
        }
        let address = try item.bluetoothAddress.map { text throws(AccessoryError) in
            guard let address = MACAddress(text) else {
                throw AccessoryError.invalid(
                    "\(path).bluetoothAddress", "'\(text)' is not an address such as 02:00:00:00:01:00")
            }
            return address
        }
        guard ssid != nil || address != nil else {
            throw AccessoryError.invalid("\(path).ssid", "a migration needs an ssid, a Bluetooth side, or both")
        }
        self.init(name: item.name, image: image, ssid: ssid, bluetoothAddress: address)
    }
}

extension RenameRequest {
    /// The network's new name, if it gets the accessory's. Throws `invalidRequest` for a name that no network can have.
    var network: SSID? {
        get throws(AccessoryError) {
            guard let name, options?.contains(.ssid) == true else { return nil }
            do {
                return try SSID(Array(name.utf8))
            } catch {
                throw AccessoryError.invalid("name", "name: \(error.description)")
            }
        }
    }
}

extension Descriptor {
    /// For the question to a person whether an app may have it: `Wi-Fi 'MyCam-0001' and Bluetooth`.
    var summary: String {
        let network =
            switch wifi {
            case .exact(let ssid)?: "Wi-Fi '\(ssid)'"
            case .prefix(let prefix)?: "Wi-Fi '\(prefix)…'"
            case nil: String?.none
            }
        return [network, bluetooth.map { _ in "Bluetooth" }].compactMap { $0 }.joined(separator: " and ")
    }

    /// The same, for a picker that writes the sentence itself.
    var scope: Scope {
        switch wifi {
        case .exact(let ssid)?: Scope(ssid: "\(ssid)", hasBluetooth: bluetooth != nil)
        case .prefix(let prefix)?: Scope(ssidPrefix: "\(prefix)", hasBluetooth: bluetooth != nil)
        case nil: Scope(hasBluetooth: bluetooth != nil)
        }
    }
}
