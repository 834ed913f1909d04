// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryProvisioning

/// Reads the keys of a manifest, one after the other. It notes a fault and continues.
struct ManifestKeys {
    let file: KeyFile
    let shortestPrefix: Int
    private(set) var faults: [KeyFileFault]

    /// The most entries of a list, so that an app's state fits into a message.
    private static let mostEntries = 256

    private static let app = "App"
    private static let identity = "Identity"
    private static let discovery = "Discovery"
    private static let provision = "Provision"
    private static let network = "Network"
    private static let presence = "Presence"

    /// Every spelling of a key, the agent's own first, then those of the field's property lists.
    private enum Spelling {
        static let supports = ["Supports", "NSAccessorySetupKitSupports", "NSAccessorySetupSupports"]
        static let ssids = ["SSIDs"]
        static let prefixes = ["SSIDPrefixes", "NSAccessorySetupWiFiSSIDPrefixes"]
        static let services = ["BluetoothServices", "NSAccessorySetupBluetoothServices"]
        static let companies = ["BluetoothCompanyIdentifiers", "NSAccessorySetupBluetoothCompanyIdentifiers"]
        static let names = ["BluetoothNames", "NSAccessorySetupBluetoothNames"]
    }

    private static let known: [String: Set<String>] = [
        app: Set(["Name", "Icon", "Pictures"] + Spelling.supports),
        identity: Set(Proof.Kind.allCases.map(\.key)),
        discovery: Set(
            Spelling.ssids + Spelling.prefixes + Spelling.services + Spelling.companies + Spelling.names),
        provision: ["Family"],
        network: ["Accept", "Multicast"],
        presence: ["Start", "Listening"],
    ]

    init(_ file: KeyFile, shortestPrefix: Int) {
        self.file = file
        self.shortestPrefix = shortestPrefix
        let bridges = file.groups.map(\.name).filter { Self.bridgeLabel($0) != nil }
        let keys = Set(BridgeRule.Key.allCases.map(\.rawValue))
        faults = file.unknown(beside: Self.known.merging(bridges.map { ($0, keys) }) { known, _ in known })
    }

    mutating func note(_ group: String?, _ key: String?, _ reason: String) {
        faults.append(file.fault(group: group, key: key, reason))
    }

    // MARK: App

    mutating func id() -> String {
        let id = Manifest.id(path: file.path)
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        if !parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isNameByte) }) || id.utf8.count > 255 {
            note(
                nil, nil,
                "the file's name without .conf is the app's identifier: letters, digits, '-' and '_', in parts between "
                    + "dots, such as org.example.camera")
        } else if id == "accessoryd" {
            note(nil, nil, "'accessoryd' is the agent itself; give the file the app's name")
        }
        return id
    }

    mutating func name() -> String {
        let name = file.group(Self.app)?.keys["Name"] ?? ""
        do throws(DisplayName.Fault) {
            _ = try DisplayName(name)
        } catch .blank {
            note(Self.app, "Name", "an app needs a name for people")
        } catch {
            note(Self.app, "Name", "\(error)")
        }
        return name
    }

    mutating func icon() -> String? {
        guard let icon = file.group(Self.app)?.keys["Icon"] else { return nil }
        if icon.isEmpty {
            note(Self.app, "Icon", "is empty; leave the key out instead")
        } else if icon.contains("/") ? !icon.hasPrefix("/") : !icon.utf8.allSatisfy(Self.isIconByte) {
            note(
                Self.app, "Icon", "'\(icon)' is neither a full path nor a name in the icon theme, such as camera-video")
        }
        return icon
    }

    /// Pickers get pictures from a path, so the folder is where everybody may read.
    mutating func pictures() -> String? {
        guard let folder = file.group(Self.app)?.keys["Pictures"] else { return nil }
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if folder.isEmpty {
            note(Self.app, "Pictures", "is empty; leave the key out instead")
        } else if !folder.hasPrefix(Manifest.sharedFolder)
            || parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
        {
            note(
                Self.app, "Pictures",
                "'\(folder)' is not a folder's full path below \(Manifest.sharedFolder) without '.', '..' and doubled "
                    + "slashes, such as /usr/share/camera/pictures")
        }
        return folder
    }

    // MARK: Provision

    mutating func family() -> Family? {
        guard let text = file.group(Self.provision)?.keys["Family"] else { return nil }
        let family = Family(rawValue: text)
        if family == nil { note(Self.provision, "Family", "'\(text)' is none of \(Family.list)") }
        return family
    }

    // MARK: Network

    mutating func accepts() -> [AcceptedPort] {
        let texts = (file.group(Self.network)?.list("Accept") ?? []).map(Self.trimmed).filter { !$0.isEmpty }
        if texts.count > FenceOrder.most { note(Self.network, "Accept", "has more than \(FenceOrder.most) ports") }
        return texts.compactMap { text in
            let port = AcceptedPort(text)
            if port == nil { note(Self.network, "Accept", "'\(text)' is not a port, such as udp:5004 or tcp:554") }
            return port
        }
    }

    mutating func multicast() -> Bool {
        file.group(Self.network)?.flag("Multicast", default: false) { note(Self.network, "Multicast", $0) } ?? false
    }

    // MARK: Presence

    mutating func start(_ supports: Set<Manifest.Technology>) -> Manifest.Start? {
        let technologies = set(Self.presence, ["Start"]) { (text) throws(Unfit) in try Self.technology(text) }
        for technology in Manifest.Technology.allCases where technologies.subtracting(supports).contains(technology) {
            note(
                Self.presence, "Start",
                "names \(technology.rawValue), but [Discovery] has no key for it; leave it out")
        }
        let group = file.group(Self.presence)
        let usual = Manifest.Start.usualListening
        let listening =
            group?.number("Listening", in: Manifest.Start.listenings, default: usual) {
                note(Self.presence, "Listening", $0)
            } ?? usual
        if group?.keys["Listening"] != nil, !technologies.contains(.bluetooth) {
            note(Self.presence, "Listening", "is for Bluetooth, which Start does not name; leave it out")
        }
        return technologies.isEmpty ? nil : Manifest.Start(technologies: technologies, listening: listening)
    }

    // MARK: Identity

    mutating func proofs() -> [Proof] {
        var proofs: [Proof] = []
        for kind in Proof.Kind.allCases {
            // None of these begins or ends with a blank; SSIDs may.
            for entry in list(Self.identity, kind.key).map(Self.trimmed) where !entry.isEmpty {
                proofs.append(Proof(kind, entry))
                if let reason = kind.fault(entry) { note(Self.identity, kind.key, "'\(entry)' \(reason)") }
            }
        }
        if proofs.isEmpty {
            let keys = Proof.Kind.allCases.map(\.key)
            note(
                Self.identity, nil,
                "set \(keys.dropLast().joined(separator: ", ")) or \(keys.last ?? ""): one of them identifies the app")
        }
        return proofs
    }

    // MARK: Discovery

    mutating func ssids() -> Set<SSID> {
        set(Self.discovery, Spelling.ssids, trims: false) { (text) throws(Unfit) in try Self.ssid(text) }
    }

    mutating func prefixes() -> Set<SSID> {
        let shortest = shortestPrefix
        return set(Self.discovery, Spelling.prefixes, trims: false) { (text) throws(Unfit) in
            let prefix = try Self.ssid(text)
            guard prefix.bytes.count >= shortest else {
                throw Unfit("is shorter than \(shortest) bytes, and would match many; see accessoryd.conf(5)")
            }
            return prefix
        }
    }

    mutating func services() -> Set<BluetoothUUID> {
        set(Self.discovery, Spelling.services) { (text) throws(Unfit) in
            guard let uuid = BluetoothUUID(text) else {
                throw Unfit("is not a service's UUID of 16 or 128 bits, such as 180D")
            }
            return uuid
        }
    }

    mutating func companyIdentifiers() -> Set<UInt16> {
        set(Self.discovery, Spelling.companies) { (text) throws(Unfit) in
            do throws(CompanyIdentifierFault) {
                return try CompanyIdentifier(text: text).number
            } catch {
                throw Unfit(error.description)
            }
        }
    }

    mutating func bluetoothNames() -> Set<String> {
        let names = set(Self.discovery, Spelling.names, trims: false) { (text) throws(Unfit) in
            guard text.utf8.count <= BluetoothRule.longestName else {
                throw Unfit("has \(text.utf8.count) bytes; a name has at most \(BluetoothRule.longestName)")
            }
            return text
        }
        if let key = used(Spelling.names), used(Spelling.services + Spelling.companies) == nil {
            note(
                Self.discovery, key,
                "a name alone is not enough: set BluetoothServices or BluetoothCompanyIdentifiers too")
        }
        return names
    }

    /// The app's technologies: its own statement, which must agree with the other keys.
    mutating func supports() -> Set<Manifest.Technology> {
        let stated = set(Self.app, Spelling.supports) { (text) throws(Unfit) in try Self.technology(text) }
        var implied: [Manifest.Technology: String] = [:]
        implied[.wifi] = used(Spelling.ssids + Spelling.prefixes)
        implied[.bluetooth] = used(Spelling.services + Spelling.companies + Spelling.names)
        if implied.isEmpty {
            note(
                Self.discovery, nil,
                "an app needs one of SSIDs, SSIDPrefixes, BluetoothServices and BluetoothCompanyIdentifiers")
        }
        guard let key = Spelling.supports.first(where: { file.group(Self.app)?.keys[$0] != nil }) else {
            return Set(implied.keys)
        }
        for technology in Manifest.Technology.allCases {
            switch (stated.contains(technology), implied[technology]) {
            case (false, let used?):
                note(Self.discovery, used, "[App] \(key) does not name \(technology.rawValue); add it there")
            case (true, nil) where !implied.isEmpty:
                note(Self.app, key, "names \(technology.rawValue), but [Discovery] has no key for it; leave it out")
            case (true, _), (false, nil): break
            }
        }
        return stated
    }

    // MARK: Lists

    /// The fault of one entry of a list.
    private struct Unfit: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private mutating func list(_ group: String, _ key: String) -> ArraySlice<String> {
        let entries = file.group(group)?.list(key) ?? []
        if entries.count > Self.mostEntries { note(group, key, "has more than \(Self.mostEntries) entries") }
        return entries.prefix(Self.mostEntries)
    }

    /// The entries of a key, in whichever of its spellings the file has.
    private mutating func set<Value: Hashable>(
        _ group: String, _ spellings: [String], trims: Bool = true, _ read: (String) throws(Unfit) -> Value
    ) -> Set<Value> {
        var given: (key: String, values: Set<Value>)?
        for key in spellings where file.group(group)?.keys[key] != nil {
            var values: Set<Value> = []
            for text in list(group, key) {
                let entry = trims ? Self.trimmed(text) : text
                guard !entry.isEmpty else { continue }
                do throws(Unfit) {
                    values.insert(try read(entry))
                } catch {
                    note(group, key, "'\(entry)' \(error.reason)")
                }
            }
            if let given, given.values != values {
                note(group, key, "contradicts \(given.key), which means the same; keep one of them")
            }
            given = given ?? (key, values)
        }
        return given?.values ?? []
    }

    /// The first of these [Discovery] keys with an entry, right or wrong.
    private func used(_ keys: [String]) -> String? {
        keys.first { file.group(Self.discovery)?.list($0).contains { !Self.trimmed($0).isEmpty } ?? false }
    }

    private static func technology(_ text: String) throws(Unfit) -> Manifest.Technology {
        guard let technology = Manifest.Technology(rawValue: text) else {
            throw Unfit("is neither WiFi nor Bluetooth")
        }
        return technology
    }

    private static func ssid(_ text: String) throws(Unfit) -> SSID {
        do {
            return try SSID(text: text)
        } catch {
            throw Unfit("is no SSID: \(error.description)")
        }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        case _: false
        }
    }

    private static func isIconByte(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
    }
}
