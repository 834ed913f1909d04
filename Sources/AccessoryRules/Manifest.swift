// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an administrator or a package says about one app: who may be it, and what it may look for.
package struct Manifest: Hashable, Sendable {
    /// The file's name without `.conf`: `org.example.camera`.
    package var id: String
    package var name: String
    package var path: String
    package var proofs: [Proof]
    package var ssids: Set<SSID>
    package var prefixes: Set<SSID>

    private static let known: [String: Set<String>] = [
        "App": ["Name"],
        "Identity": ["Units", "Executables", "Users"],
        "Discovery": ["SSIDs", "SSIDPrefixes"],
    ]

    /// Reads a manifest. Throws what is wrong with which key.
    package init(_ file: KeyFile) throws(KeyFileFault) {
        try file.expect(Self.known)
        path = file.path
        id = Self.id(path: file.path)
        guard !id.isEmpty else {
            throw KeyFileFault(path: file.path, reason: "the file's name is the app's identifier")
        }
        guard let name = file.group("App")?.keys["Name"], !name.isEmpty else {
            throw KeyFileFault(path: file.path, group: "App", key: "Name", reason: "every app has a name for people")
        }
        self.name = name
        proofs = try Self.proofs(file)
        ssids = try Self.ssids(file, "SSIDs")
        prefixes = try Self.ssids(file, "SSIDPrefixes")
        guard !ssids.isEmpty || !prefixes.isEmpty else {
            throw KeyFileFault(
                path: file.path, group: "Discovery", reason: "set SSIDs or SSIDPrefixes: an app looks for something")
        }
    }

    package static func id(path: String) -> String {
        let file = path.split(separator: "/").last.map { String($0) } ?? ""
        return file.hasSuffix(".conf") ? String(file.dropLast(5)) : file
    }

    private static func proofs(_ file: KeyFile) throws(KeyFileFault) -> [Proof] {
        let group = file.group("Identity")
        // None of these begins or ends with a blank; SSIDs may.
        let entries = { (key: String) in (group?.list(key) ?? []).map(trimmed).filter { !$0.isEmpty } }
        let (units, executables, users) = (entries("Units"), entries("Executables"), entries("Users"))
        for unit in units where !unit.hasSuffix(".service") {
            throw KeyFileFault(
                path: file.path, group: "Identity", key: "Units", reason: "'\(unit)' does not end in .service")
        }
        for executable in executables where !executable.hasPrefix("/") {
            throw KeyFileFault(
                path: file.path, group: "Identity", key: "Executables", reason: "'\(executable)' is not a full path")
        }
        let proofs =
            units.map { Proof(.unit, $0) } + executables.map { Proof(.executable, $0) } + users.map { Proof(.user, $0) }
        guard !proofs.isEmpty else {
            throw KeyFileFault(
                path: file.path, group: "Identity", reason: "set Units, Executables or Users: somebody must be this app"
            )
        }
        return proofs
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func ssids(_ file: KeyFile, _ key: String) throws(KeyFileFault) -> Set<SSID> {
        var ssids: Set<SSID> = []
        for text in file.group("Discovery")?.list(key) ?? [] {
            do {
                ssids.insert(try SSID(text: text))
            } catch {
                throw KeyFileFault(
                    path: file.path, group: "Discovery", key: key, reason: "'\(text)': \(error.description)")
            }
        }
        return ssids
    }

    /// All that the app may look for, in a stable order.
    package var descriptors: [Descriptor] {
        let names = { (ssids: Set<SSID>) in ssids.sorted { $0.description < $1.description } }
        return names(ssids).compactMap { try? Descriptor(ssid: $0) }
            + names(prefixes).compactMap { try? Descriptor(ssidPrefix: $0) }
    }

    package func mayLook(for ssid: SSID) -> Bool {
        ssids.contains(ssid) || prefixes.contains { ssid.hasPrefix($0) }
    }

    /// Throws `invalidRequest` that names the field of `descriptor` that the manifest does not allow.
    package func check(_ descriptor: Descriptor, at field: String) throws(AccessoryError) {
        if descriptor.bluetooth != nil {
            throw AccessoryError(
                .invalidRequest, "\(path) does not allow Bluetooth for \(id)", field: "\(field).bluetoothServiceUUID")
        }
        switch descriptor.wifi {
        case .exact(let ssid)? where !mayLook(for: ssid):
            throw AccessoryError(
                .invalidRequest, "\(path) does not allow \(id) to look for '\(ssid)'", field: "\(field).ssid")
        case .prefix(let prefix)? where !prefixes.contains(where: { prefix.hasPrefix($0) }):
            throw AccessoryError(
                .invalidRequest, "\(path) does not allow \(id) to look for SSIDs that begin with '\(prefix)'",
                field: "\(field).ssidPrefix")
        case .exact?, .prefix?, nil:
            break
        }
    }
}

/// The apps that are known, and who is which.
package struct Manifests: Sendable {
    package private(set) var byID: [String: Manifest] = [:]

    package init(_ manifests: [Manifest] = []) {
        for manifest in manifests { byID[manifest.id] = manifest }
    }

    /// The app that an identity is, and what proves it: by the strongest proof that holds; of equal ones, the first
    /// identifier's.
    package func app(of identity: Identity) -> (manifest: Manifest, proof: Proof)? {
        var best: (manifest: Manifest, proof: Proof)?
        for manifest in byID.values.sorted(by: { $0.id < $1.id }) {
            for proof in manifest.proofs
            where identity.proves(proof) && proof.kind.strength > best?.proof.kind.strength ?? 0 {
                best = (manifest, proof)
            }
        }
        return best
    }
}
