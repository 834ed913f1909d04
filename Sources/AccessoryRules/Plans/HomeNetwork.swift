// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The network that accessories get, by the administrator's word.
package enum HomeNetwork: Hashable, Sendable {
    /// A profile of NetworkManager, active or not, by name or UUID.
    case profile(String)
    /// A network that NetworkManager need not know, with the place of its passphrase.
    case stored(SSID, Plan.Secret)
    /// A network without a passphrase: its access points take the connectors that its own configurator signs.
    case connectors(SSID)
}

extension HomeNetwork {
    /// Why an accessory without a label of Wi-Fi Easy Connect cannot have a network of connectors.
    package static func refusalWithoutLabel(_ ssid: SSID) -> String {
        "'\(ssid)' has no passphrase in accessoryd.conf, so only accessories with a label of Wi-Fi Easy Connect can join "
            + "it; name another network (--network, or Network= of a plan), or set PassphraseCredential or PassphraseFile"
    }

    /// The keys that name a network.
    package static let keys: Set<String> = [
        "Network", "SSID", "PassphraseCredential", "PassphraseFile", "ConfiguratorKeyCredential", "ConfiguratorKeyFile",
        "Security",
    ]

    /// What the name of a group begins with that names one more network: `[Uplink IoT]`.
    package static let groupPrefix = "Uplink "

    /// The place of the key with which the network's own configurator of Wi-Fi Easy Connect signs; nil without a fault if the
    /// group names none. It belongs to one network, so the group must name that.
    package static func configuratorKey(
        _ file: KeyFile, group: String, of network: HomeNetwork?
    ) -> (place: Plan.Secret?, faults: [KeyFileFault]) {
        let keys = file.group(group)?.keys ?? [:]
        let (credential, path) = (keys["ConfiguratorKeyCredential"], keys["ConfiguratorKeyFile"])
        guard let place = credential.map({ Plan.Secret.credential($0) }) ?? path.map({ .file($0) }) else {
            return (nil, [])
        }
        func faulty(_ reason: String) -> (Plan.Secret?, [KeyFileFault]) {
            let key = path == nil ? "ConfiguratorKeyCredential" : "ConfiguratorKeyFile"
            return (nil, [file.fault(group: group, key: key, reason)])
        }
        if credential != nil, path != nil {
            return faulty("ConfiguratorKeyCredential already names the place; keep one of them")
        }
        if let path, !path.hasPrefix("/") { return faulty("'\(path)' is not a full path") }
        guard network != nil else { return faulty("belongs to one network: set Network or SSID, too") }
        return (place, [])
    }

    /// Reads [Uplink] of accessoryd.conf, or a group of one more network; nil without a fault if it names none.
    package static func read(
        _ file: KeyFile, group: String = "Uplink"
    ) -> (network: HomeNetwork?, faults: [KeyFileFault]) {
        let keys = file.group(group)?.keys ?? [:]
        func faulty(_ key: String, _ reason: String) -> (HomeNetwork?, [KeyFileFault]) {
            (nil, [file.fault(group: group, key: key, reason)])
        }
        let secret =
            keys["PassphraseCredential"].map { Plan.Secret.credential($0) }
            ?? keys["PassphraseFile"].map { Plan.Secret.file($0) }
        if let name = keys["Network"] {
            if name.isEmpty { return faulty("Network", "is empty; leave the key out instead") }
            if keys["SSID"] != nil { return faulty("SSID", "Network already names the network; keep one of them") }
            if secret != nil { return faulty("Network", "a profile has its passphrase; leave the other key out") }
            return (.profile(name), [])
        }
        guard let text = keys["SSID"] else {
            return secret == nil ? (nil, []) : faulty("SSID", "is missing: the passphrase belongs to no network")
        }
        let hasConfigurator = keys["ConfiguratorKeyCredential"] != nil || keys["ConfiguratorKeyFile"] != nil
        guard secret != nil || hasConfigurator else {
            return faulty(
                "SSID",
                "has no passphrase: set PassphraseCredential or PassphraseFile, or ConfiguratorKeyFile for a network "
                    + "that takes connectors of Wi-Fi Easy Connect alone")
        }
        if keys["PassphraseCredential"] != nil, keys["PassphraseFile"] != nil {
            return faulty("PassphraseFile", "PassphraseCredential already names the place; keep one of them")
        }
        if case .file(let path) = secret, !path.hasPrefix("/") {
            return faulty("PassphraseFile", "'\(path)' is not a full path")
        }
        do {
            let ssid = try SSID(text: text)
            return (secret.map { .stored(ssid, $0) } ?? .connectors(ssid), [])
        } catch {
            return faulty("SSID", "'\(text)' is no SSID: \(error.description)")
        }
    }
}
