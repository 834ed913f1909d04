// SPDX-License-Identifier: Apache-2.0

/// The answer of the endpoint `proto-ver`: what the accessory can do.
struct EspressifVersion: Hashable, Sendable {
    /// The longest answer that is read, in bytes.
    static let limit = 4096

    var version: String?
    /// Nil if the number is one that does not exist.
    var security: EspressifSecurity?
    /// Whether the nonce of security 2 changes with each message.
    var isNonceCounting: Bool
    /// A proof of possession is not wanted.
    var needsNoProof: Bool
    /// False for an accessory that joins Thread networks alone.
    var joinsWiFi: Bool
    /// The label of the accessory's own program, and its version.
    var label: String?
    var labelVersion: String?

    /// Nil if the answer is not one of this protocol.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit, let answer = JSONReader.value(of: bytes), case .object(let members) = answer,
            let own = answer["prov"], case .object = own
        else { return nil }
        let capabilities = own["cap"]?.texts ?? []
        version = DeviceText.bounded(own["ver"]?.text)
        // Older firmware does not number its security.
        let number = own["sec_ver"].map { $0.whole ?? -1 } ?? (capabilities.contains("no_sec") ? 0 : 1)
        security = UInt64(exactly: number).flatMap(EspressifSecurity.init)
        isNonceCounting = (own["sec_patch_ver"]?.whole ?? 0) >= 1
        needsNoProof = capabilities.contains("no_pop")
        joinsWiFi = capabilities.contains("wifi_prov") || !capabilities.contains("thread_prov")
        let label = members.first { $0.name != "prov" }
        self.label = DeviceText.bounded(label?.name)
        labelVersion = DeviceText.bounded(label?.value["ver"]?.text)
    }

    var identity: DeviceIdentity { DeviceIdentity(model: label, version: labelVersion ?? version) }
}

extension JSON {
    fileprivate var texts: [String]? {
        guard case .array(let values) = self else { return nil }
        return values.compactMap(\.text)
    }
}
