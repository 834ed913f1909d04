// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Espressif's label: JSON with the name and the proof.
public struct EspressifLabel: Hashable, Sendable {
    /// A network or a Bluetooth device.
    public let names: LabelName
    /// Of the accessory's hotspot, if it has one.
    public let passphrase: Passphrase?
    public let proof: ProvisioningProof

    static let longestUserName = 64
    static let longestProof = 128

    init(json: [UInt8]) throws(LabelFault) {
        let texts = try Self.texts(json)
        guard texts["ver"]?.lowercased() ?? "v1" == "v1" else { throw LabelFault(.version, .unsupported) }
        guard texts["network"]?.lowercased() ?? "wifi" == "wifi" else { throw LabelFault(.network, .unsupported) }
        guard let name = texts["name"] else { throw LabelFault(.name, .missing) }
        switch texts["transport"]?.lowercased() {
        case "softap"?:
            guard let ssid = try? SSID(Array(name.utf8)) else { throw LabelFault(.name, .wrong) }
            names = .networks([ssid])
        case "ble"?:
            guard (1...BluetoothRule.longestName).contains(name.utf8.count) else { throw LabelFault(.name, .wrong) }
            names = .bluetooth(name)
        case nil: throw LabelFault(.transport, .missing)
        case _?: throw LabelFault(.transport, .wrong)
        }
        proof = try Self.proof(texts)
        // An open hotspot has an empty one on some labels.
        guard let password = texts["password"], !password.isEmpty else {
            passphrase = nil
            return
        }
        guard let passphrase = try? Passphrase(password) else { throw LabelFault(.hotspotPassphrase, .wrong) }
        self.passphrase = passphrase
    }

    private static func texts(_ json: [UInt8]) throws(LabelFault) -> [String: String] {
        guard case .object(let members)? = JSONReader.value(of: json) else { throw LabelFault(.json, .wrong) }
        var texts: [String: String] = [:]
        // Another reader could take the other one of two.
        guard Set(members.map(\.name)).count == members.count else { throw LabelFault(.json, .wrong) }
        for member in members { texts[member.name] = member.value.text }
        return texts
    }

    private static func proof(_ texts: [String: String]) throws(LabelFault) -> ProvisioningProof {
        var proof = ProvisioningProof()
        if let user = texts["username"] {
            guard (1...longestUserName).contains(user.utf8.count) else { throw LabelFault(.userName, .wrong) }
            proof.user = user
        }
        if let secret = texts["pop"], !secret.isEmpty {
            guard secret.utf8.count <= longestProof else { throw LabelFault(.proofOfPossession, .wrong) }
            proof.secret = secret
        }
        return proof
    }
}
