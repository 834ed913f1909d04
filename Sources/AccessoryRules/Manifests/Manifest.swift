// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel
package import AccessoryProvisioning

/// An app's manifest, from an administrator or a package: the app's proofs, and the accessories that it may look for.
package struct Manifest: Hashable, Sendable {
    /// The technologies for a set-up; spelt as the field does.
    package enum Technology: String, Hashable, Sendable, CaseIterable {
        case wifi = "WiFi"
        case bluetooth = "Bluetooth"
    }

    /// The file's name without `.conf`: `org.example.camera`.
    package var id: String
    package var name: String
    /// A name in the icon theme, or a full path.
    package var icon: String?
    /// The folder of its pictures, which it uses by their names.
    package var pictures: String?
    package var path: String
    package var supports: Set<Technology>
    package var proofs: [Proof]
    package var ssids: Set<SSID>
    package var prefixes: Set<SSID>
    package var services: Set<BluetoothUUID>
    package var companyIdentifiers: Set<UInt16>
    /// A Bluetooth name must contain one of these.
    package var bluetoothNames: Set<String>
    /// How its accessories' Bluetooth devices and access points correlate, beside the built-in rules.
    package var bridgeRules: [BridgeRule]
    /// How its accessories take a home network, if their own signs do not show it.
    package var family: Family?
    /// Ports of this machine's at which its accessories may begin, such as a camera that streams.
    package var accepts: [AcceptedPort]
    /// Whether its multicast goes to its accessory, while it holds the hotspot.
    package var multicast: Bool
    /// What it is started by; nil if nothing starts it.
    package var start: Start?

    /// The agent listens for the accessories of an app that is not running.
    package struct Start: Hashable, Sendable {
        package var technologies: Set<Technology>
        /// The seconds of each minute in which Bluetooth is heard.
        package var listening: Int

        package init(technologies: Set<Technology>, listening: Int) {
            self.technologies = technologies
            self.listening = listening
        }

        package static let listenings = 1...60
        package static let usualListening = 5
    }

    /// The only place from which the agent reads pictures by path: everybody can read it, so nobody can use the agent
    /// to read another file.
    package static let sharedFolder = "/usr/share/"
    /// The fewest bytes of a prefix, unless an administrator sets another number.
    package static let shortestPrefix = 3

    /// Reads a manifest. It has all faults in the file's order, with the lines that could not be read, and no manifest if
    /// there are any.
    package static func read(
        _ file: KeyFile, unread: [KeyFileFault] = [], shortestPrefix: Int = Self.shortestPrefix
    ) -> (manifest: Manifest?, faults: [KeyFileFault]) {
        // If nothing could be read, there is nothing to add.
        guard unread.isEmpty || !file.groups.isEmpty else { return (nil, unread) }
        var keys = ManifestKeys(file, shortestPrefix: shortestPrefix)
        let manifest = Manifest(&keys)
        let faults = (unread + keys.faults).inOrder
        return (faults.isEmpty ? manifest : nil, faults)
    }

    private init(_ keys: inout ManifestKeys) {
        path = keys.file.path
        id = keys.id()
        name = keys.name()
        icon = keys.icon()
        pictures = keys.pictures()
        proofs = keys.proofs()
        ssids = keys.ssids()
        prefixes = keys.prefixes()
        services = keys.services()
        companyIdentifiers = keys.companyIdentifiers()
        bluetoothNames = keys.bluetoothNames()
        supports = keys.supports()
        bridgeRules = keys.bridgeRules(of: id, supports: supports)
        family = keys.family()
        accepts = keys.accepts()
        multicast = keys.multicast()
        start = keys.start(supports)
    }

    /// A manifest of no file, without proofs and without anything to look for.
    init(id: String, name: String, path: String, supports: Set<Technology>) {
        self.id = id
        self.name = name
        self.path = path
        self.supports = supports
        (icon, pictures, family, start) = (nil, nil, nil, nil)
        (proofs, bridgeRules, accepts, multicast) = ([], [], [], false)
        (ssids, prefixes, services, companyIdentifiers, bluetoothNames) = ([], [], [], [], [])
    }

    package static func id(path: String) -> String {
        let file = path.split(separator: "/").last.map { String($0) } ?? ""
        return file.hasSuffix(".conf") ? String(file.dropLast(5)) : file
    }

    /// Everything that the app may look for, in a stable order. Bluetooth names only narrow the others.
    package var descriptors: [Descriptor] {
        let names = { (ssids: Set<SSID>) in ssids.sorted { $0.description < $1.description } }
        let rules =
            services.sorted { $0.text < $1.text }.compactMap { try? BluetoothRule(service: $0) }
            + companyIdentifiers.sorted().compactMap { try? BluetoothRule(companyIdentifier: $0) }
        return names(ssids).compactMap { try? Descriptor(ssid: $0) }
            + names(prefixes).compactMap { try? Descriptor(ssidPrefix: $0) }
            + rules.compactMap { try? Descriptor(bluetooth: $0) }
    }

    package func mayLook(for ssid: SSID) -> Bool {
        ssids.contains(ssid) || prefixes.contains { ssid.hasPrefix($0) }
    }

    /// Throws `invalidRequest` with the field of `descriptor` that the manifest does not allow.
    ///
    /// - Parameter place: the descriptor's place in the request; nil if its fields are the request's own.
    package func check(_ descriptor: Descriptor, at place: String?) throws(AccessoryError) {
        let within = place.map { "\($0)." } ?? ""
        switch descriptor.wifi {
        case .exact(let ssid)? where !mayLook(for: ssid):
            throw refusal("'\(ssid)'", "\(within)ssid")
        case .prefix(let prefix)? where !prefixes.contains(where: { prefix.hasPrefix($0) }):
            throw refusal("SSIDs that begin with '\(prefix)'", "\(within)ssidPrefix")
        case .exact?, .prefix?, nil:
            break
        }
        guard let rule = descriptor.bluetooth else { return }
        if let service = rule.service, !services.contains(service) {
            throw refusal("the Bluetooth service \(service.text)", "\(within)bluetoothServiceUUID")
        }
        if let company = rule.companyIdentifier, !companyIdentifiers.contains(company) {
            throw refusal("the Bluetooth company \(CompanyIdentifier(company))", "\(within)bluetoothCompanyIdentifier")
        }
        // A longer name than an allowed one finds no more than that one.
        if let name = rule.nameSubstring, !bluetoothNames.contains(where: { Array(name.utf8).contains(Array($0.utf8)) })
        {
            throw refusal("Bluetooth names with '\(name)'", "\(within)bluetoothNameSubstring")
        }
    }

    private func refusal(_ what: String, _ field: String) -> AccessoryError {
        AccessoryError(.invalidRequest, "\(path) does not allow \(id) to look for \(what)", field: field)
    }
}
