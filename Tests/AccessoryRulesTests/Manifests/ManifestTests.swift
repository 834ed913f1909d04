// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

struct ManifestTests {
    private static let path = "/etc/accessoryd/apps.d/org.example.camera.conf"

    private static let good: [String: [String: String]] = [
        "App": ["Name": "Camera"],
        "Identity": ["Users": "kiosk"],
        "Discovery": ["SSIDs": "LAMP", "SSIDPrefixes": "CAM-"],
    ]

    private static func file(
        _ groups: [String: [String: String]] = good, path: String = path
    ) -> KeyFile {
        KeyFile(path: path, groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) })
    }

    @Test func readsEverything() throws {
        let groups = [
            "App": [
                "Name": "Camera", "Icon": "camera-video", "Pictures": "/usr/share/camera/pictures",
                "Supports": "WiFi; Bluetooth",
            ],
            "Identity": [
                "Units": "camera.service; other@1.service ", "Snaps": "snap.camera.daemon",
                "Flatpaks": "org.example.Camera", "DesktopApps": "org.example.Camera;camera",
                "Executables": "/usr/bin/camera", "Users": " kiosk;1000;",
            ],
            "Discovery": [
                "SSIDs": #"LAMP;A B; \xff\x3b"#, "SSIDPrefixes": "CAM-; Cam ",
                "BluetoothServices": "180d;0000FEED-0000-1000-8000-00805f9b34fb",
                "BluetoothCompanyIdentifiers": "107; 0xffff", "BluetoothNames": "Cam;My Cam",
            ],
            "Provision": ["Family": "gopro"],
        ]
        let manifest = try #require(Manifest.read(Self.file(groups)).manifest)
        #expect(manifest.id == "org.example.camera")
        #expect(manifest.name == "Camera")
        #expect(manifest.icon == "camera-video" && manifest.pictures == "/usr/share/camera/pictures")
        #expect(manifest.path == Self.path)
        #expect(manifest.supports == [.wifi, .bluetooth])
        #expect(
            manifest.proofs == [
                Proof(.unit, "camera.service"), Proof(.unit, "other@1.service"), Proof(.snap, "snap.camera.daemon"),
                Proof(.flatpak, "org.example.Camera"), Proof(.desktop, "org.example.Camera"), Proof(.desktop, "camera"),
                Proof(.executable, "/usr/bin/camera"), Proof(.user, "kiosk"), Proof(.user, "1000"),
            ])
        #expect(manifest.ssids == [try ssid("LAMP"), try ssid("A B"), try SSID([0x20, 0xFF, 0x3B])])
        #expect(manifest.prefixes == [try ssid("CAM-"), try ssid(" Cam ")])
        #expect(Set(manifest.services.map(\.text.short)) == ["180D", "FEED"])
        #expect(manifest.companyIdentifiers == [0x6B, 0xFFFF])
        #expect(manifest.bluetoothNames == ["Cam", "My Cam"] && manifest.family == .gopro)
    }

    @Test(arguments: [("Discovery", "BluetoothServices", "180D;"), ("Identity", "Users", "1000;")])
    func refusesAListThatFitsInNoMessage(group: String, key: String, entry: String) throws {
        var groups = Self.good
        groups[group]?[key] = String(repeating: entry, count: 256)
        #expect(Manifest.read(Self.file(groups)).faults == [])
        groups[group]?[key] = String(repeating: entry, count: 257)
        #expect(Manifest.read(Self.file(groups)).faults.map(\.reason) == ["has more than 256 entries"])
    }

    @Test func refusesAFamilyThatIsNone() {
        let faults = Manifest.read(
            Self.file([
                "App": ["Name": "Camera"], "Identity": ["Units": "a.service"], "Discovery": ["SSIDs": "A"],
                "Provision": ["Family": "GoPro"],
            ])
        ).faults
        #expect(faults.map(\.key) == ["Family"] && faults.first?.reason.contains("espressif, shelly1") == true)
    }

    @Test func takesThePrefixesOfAPropertyList() throws {
        var groups = Self.good
        groups["Discovery"] = ["NSAccessorySetupWiFiSSIDPrefixes": "MYCAM_"]
        #expect(try #require(Manifest.read(Self.file(groups)).manifest).prefixes == [SSID(text: "MYCAM_")])
    }

    @Test func supportsWhatItLooksForWithoutTheKeySupports() throws {
        var groups = Self.good
        #expect(try #require(Manifest.read(Self.file(groups)).manifest).supports == [.wifi])
        groups["Discovery"] = ["BluetoothServices": "180D"]
        #expect(try #require(Manifest.read(Self.file(groups)).manifest).supports == [.bluetooth])
        groups["Discovery"] = ["BluetoothCompanyIdentifiers": "0x006B", "SSIDs": "A"]
        #expect(try #require(Manifest.read(Self.file(groups)).manifest).supports == [.wifi, .bluetooth])
    }

    @Test(arguments: [
        ("App", "NSAccessorySetupKitSupports", "Bluetooth"), ("App", "NSAccessorySetupSupports", "Bluetooth"),
        ("Discovery", "NSAccessorySetupBluetoothServices", "180D;0000180D-0000-1000-8000-00805F9B34FB"),
        ("Discovery", "NSAccessorySetupBluetoothNames", "Cam"),
        ("Discovery", "NSAccessorySetupBluetoothCompanyIdentifiers", "0x6b"),
    ])
    func takesTheFieldsOwnSpelling(group: String, key: String, value: String) throws {
        let plain = [
            "Supports": "Bluetooth", "BluetoothServices": "180D", "BluetoothNames": "Cam",
            "BluetoothCompanyIdentifiers": "0x006B",
        ]
        let name = try #require(plain.keys.first { key.hasSuffix($0) })
        var groups = Self.good
        groups["Discovery"] = plain.filter { $0.key != "Supports" }
        groups["App"]?["Supports"] = "Bluetooth"
        let manifest = try #require(Manifest.read(Self.file(groups)).manifest)
        // Both keys at once with the same value; then this one alone.
        groups[group]?[key] = value
        #expect(try #require(Manifest.read(Self.file(groups)).manifest) == manifest)
        groups[group]?[name] = nil
        #expect(try #require(Manifest.read(Self.file(groups)).manifest) == manifest)
        // Both keys with different values.
        groups[group]?[name] = ["Supports": "WiFi;Bluetooth", "BluetoothCompanyIdentifiers": "0xFFFF"][name] ?? "FEED"
        let fault = Manifest.read(Self.file(groups)).faults.first
        #expect(fault?.key == key)
        #expect(fault?.reason.contains("contradicts \(name)") == true)
    }

    @Test func namesItsDescriptorsInAStableOrder() throws {
        var groups = Self.good
        groups["Discovery"] = [
            "SSIDs": "B;A;A", "SSIDPrefixes": "DDD;CCC", "BluetoothServices": "FEED;180D",
            "BluetoothCompanyIdentifiers": "0x006B", "BluetoothNames": "Cam",
        ]
        let descriptors = try #require(Manifest.read(Self.file(groups)).manifest).descriptors
        #expect(descriptors.prefix(2).map { $0.ssid?.description } == ["A", "B"])
        #expect(descriptors[2..<4].map { $0.ssidPrefix?.description } == ["CCC", "DDD"])
        #expect(descriptors[4...].map { $0.bluetooth?.service?.text.short } == ["180D", "FEED", nil])
        #expect(descriptors.last?.bluetooth?.companyIdentifier == 0x6B)
    }

    @Test func takesPrefixesAsShortAsTheAdministratorAllows() throws {
        var groups = Self.good
        groups["Discovery"] = ["SSIDPrefixes": "C"]
        #expect(try #require(Manifest.read(Self.file(groups), shortestPrefix: 1).manifest).prefixes == [ssid("C")])
        groups["Discovery"] = ["SSIDPrefixes": "CAM-"]
        let fault =
            Manifest.read(Self.file(groups), shortestPrefix: 5).faults.first
        #expect(fault?.key == "SSIDPrefixes" && fault?.reason.contains("5 bytes") == true)
    }

    @Test func reportsEveryFaultInTheOrderOfItsLine() throws {
        let file = KeyFile(
            path: Self.path,
            groups: [
                .init(
                    name: "Discovery", keys: ["SSIDs": #"\q"#, "SSIDPrefixes": "AB;C"], line: 1,
                    lines: ["SSIDs": 3, "SSIDPrefixes": 2]),
                .init(name: "App", keys: ["Nmae": "Camera"], line: 5, lines: ["Nmae": 6]),
            ])
        let faults = Manifest.read(file).faults
        #expect(faults.map(\.line) == [2, 2, 3, 5, 6, nil])
        #expect(faults.map(\.key) == ["SSIDPrefixes", "SSIDPrefixes", "SSIDs", "Name", "Nmae", nil])
        #expect(
            faults.first?.description == "\(Self.path):2: [Discovery] SSIDPrefixes: 'AB' is shorter than 3 bytes, "
                + "and would match many; see accessoryd.conf(5)")
        #expect(Manifest.read(file).manifest == nil)
        #expect(Manifest.read(Self.file()).faults == [])
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var group: String
        var keys: [String: String]?
        var fault: (group: String, key: String?)
        var quoted: String

        var testDescription: String { "[\(group)] \(keys.map { "\($0)" } ?? "absent")" }

        init(_ group: String, _ keys: [String: String]?, at fault: (String, String?), quoting quoted: String = "") {
            self.group = group
            self.keys = keys
            self.fault = fault
            self.quoted = quoted
        }
    }

    @Test(arguments: [
        Wrong("App", nil, at: ("App", "Name")),
        Wrong("App", [:], at: ("App", "Name")),
        Wrong("App", ["Name": ""], at: ("App", "Name")),
        Wrong("App", ["Name": " "], at: ("App", "Name")),
        Wrong("App", ["Name": "a\u{1B}[2J"], at: ("App", "Name"), quoting: "control"),
        Wrong("App", ["Name": "a\u{202E}b"], at: ("App", "Name"), quoting: "U+202E"),
        Wrong("App", ["Name": String(repeating: "x", count: 256)], at: ("App", "Name"), quoting: "256"),
        Wrong("App", ["Name": "A", "Image": "a"], at: ("App", "Image"), quoting: "Icon"),
        Wrong("App", ["Name": "A", "Icon": ""], at: ("App", "Icon")),
        Wrong("App", ["Name": "A", "Icon": "a/b.png"], at: ("App", "Icon"), quoting: "full path"),
        Wrong("App", ["Name": "A", "Icon": "a b"], at: ("App", "Icon"), quoting: "'a b'"),
        Wrong("App", ["Name": "A", "Pictures": ""], at: ("App", "Pictures"), quoting: "leave the key out"),
        Wrong("App", ["Name": "A", "Pictures": "pictures"], at: ("App", "Pictures"), quoting: "full path"),
        Wrong("App", ["Name": "A", "Pictures": "/etc/accessoryd"], at: ("App", "Pictures"), quoting: "/usr/share/"),
        Wrong("App", ["Name": "A", "Pictures": "/usr/share/../../etc"], at: ("App", "Pictures"), quoting: "'..'"),
        Wrong("App", ["Name": "A", "Pictures": "/usr/share/"], at: ("App", "Pictures")),
        Wrong("App", ["Name": "A", "Pictures": "/usr/share/a//b"], at: ("App", "Pictures")),
        Wrong("App", ["Name": "A", "Supports": "Wifi"], at: ("App", "Supports"), quoting: "'Wifi'"),
        Wrong("App", ["Name": "A", "Supports": "WiFi;Bluetooth"], at: ("App", "Supports"), quoting: "Bluetooth"),
        Wrong("App", ["Name": "A", "Supports": "Bluetooth"], at: ("Discovery", "SSIDs"), quoting: "WiFi"),
        Wrong("App", ["Name": "A", "Supports": ""], at: ("Discovery", "SSIDs"), quoting: "WiFi"),
        Wrong("Apps", [:], at: ("Apps", nil), quoting: "App, Discovery, Identity"),
        Wrong("Identity", nil, at: ("Identity", nil), quoting: "Units, Snaps, Flatpaks, DesktopApps, Executables or"),
        Wrong("Identity", ["Units": ".service"], at: ("Identity", "Units"), quoting: "'.service'"),
        Wrong("Identity", ["Units": "a@.service"], at: ("Identity", "Units"), quoting: "'a@.service'"),
        Wrong("Identity", ["Snaps": "camera"], at: ("Identity", "Snaps"), quoting: "snap.camera.daemon"),
        Wrong("Identity", ["Snaps": "snap..daemon"], at: ("Identity", "Snaps")),
        Wrong("Identity", ["Flatpaks": "camera"], at: ("Identity", "Flatpaks"), quoting: "org.example.Camera"),
        Wrong("Identity", ["DesktopApps": "camera.desktop"], at: ("Identity", "DesktopApps"), quoting: ".desktop"),
        Wrong("Identity", ["DesktopApps": "a/b"], at: ("Identity", "DesktopApps"), quoting: "'a/b'"),
        Wrong("Identity", ["Executables": "/usr//bin/a"], at: ("Identity", "Executables"), quoting: "kernel"),
        Wrong("Identity", ["Executables": "/usr/bin/../a"], at: ("Identity", "Executables"), quoting: "kernel"),
        Wrong("Identity", ["Executables": "/usr/bin/"], at: ("Identity", "Executables"), quoting: "kernel"),
        Wrong("Identity", ["Users": "a b"], at: ("Identity", "Users"), quoting: "'a b'"),
        Wrong("Identity", ["Users": "007"], at: ("Identity", "Users"), quoting: "number"),
        Wrong("Identity", ["Users": "4294967296"], at: ("Identity", "Users"), quoting: "number"),
        Wrong("Identity", [:], at: ("Identity", nil)),
        Wrong("Identity", ["Users": " ; "], at: ("Identity", nil)),
        Wrong("Identity", ["Units": "camera"], at: ("Identity", "Units"), quoting: "'camera'"),
        Wrong("Identity", ["Units": "a.service;b.socket"], at: ("Identity", "Units"), quoting: "'b.socket'"),
        Wrong("Identity", ["Executables": "camera"], at: ("Identity", "Executables"), quoting: "'camera'"),
        Wrong("Identity", ["User": "kiosk"], at: ("Identity", "User"), quoting: "Users"),
        Wrong("Discovery", nil, at: ("Discovery", nil), quoting: "SSIDs, SSIDPrefixes"),
        Wrong("Discovery", ["SSIDs": ";"], at: ("Discovery", nil)),
        Wrong("Discovery", ["SSIDs": #"ok;a\q"#], at: ("Discovery", "SSIDs"), quoting: #"'a\q'"#),
        Wrong(
            "Discovery", ["SSIDPrefixes": String(repeating: "x", count: 33)], at: ("Discovery", "SSIDPrefixes"),
            quoting: "33"),
        Wrong("Discovery", ["SSIDPrefixes": "CAM-;AB"], at: ("Discovery", "SSIDPrefixes"), quoting: "'AB'"),
        Wrong("Discovery", ["BluetoothServices": "180"], at: ("Discovery", "BluetoothServices"), quoting: "'180'"),
        Wrong(
            "Discovery", ["BluetoothCompanyIdentifiers": "0x6B;1234"],
            at: ("Discovery", "BluetoothCompanyIdentifiers"), quoting: "'1234' has two meanings: write 0x1234"),
        Wrong(
            "Discovery", ["NSAccessorySetupBluetoothCompanyIdentifiers": "006B"],
            at: ("Discovery", "NSAccessorySetupBluetoothCompanyIdentifiers"),
            quoting: "'006B' is hexadecimal; write 0x006B"),
        Wrong(
            "Discovery", ["BluetoothNames": "Cam"], at: ("Discovery", "BluetoothNames"), quoting: "BluetoothServices"),
        Wrong(
            "Discovery", ["BluetoothServices": "180D", "BluetoothNames": String(repeating: "x", count: 249)],
            at: ("Discovery", "BluetoothNames"), quoting: "249"),
        Wrong("Discovery", ["SSIDPrefix": "CAM-"], at: ("Discovery", "SSIDPrefix"), quoting: "SSIDPrefixes"),
        Wrong("Network", ["Accept": "udp"], at: ("Network", "Accept"), quoting: "'udp' is not a port"),
        Wrong("Network", ["Multicast": "on"], at: ("Network", "Multicast"), quoting: "'on' is not true or false"),
        Wrong("Presence", ["Start": "Radio"], at: ("Presence", "Start"), quoting: "'Radio' is neither WiFi"),
        Wrong("Presence", ["Start": "Bluetooth"], at: ("Presence", "Start"), quoting: "[Discovery] has no key for it"),
        Wrong(
            "Presence", ["Start": "WiFi", "Listening": "5"], at: ("Presence", "Listening"),
            quoting: "is for Bluetooth"),
        Wrong("Presence", ["Listening": "61"], at: ("Presence", "Listening"), quoting: "from 1 to 60"),
    ])
    func namesFileGroupAndKeyOfWhatIsWrong(wrong: Wrong) {
        var groups = Self.good
        groups[wrong.group] = wrong.keys
        let fault = Manifest.read(Self.file(groups)).faults.first
        #expect(fault?.path == Self.path)
        #expect(fault?.group == wrong.fault.group)
        #expect(fault?.key == wrong.fault.key)
        #expect(fault.map { $0.reason.contains(wrong.quoted) || wrong.quoted.isEmpty } == true, "\(fault as Any)")
    }

    @Test(arguments: ["org.example.camera", "camera", "a-b_c.D9", String(repeating: "a", count: 255)])
    func takesItsIdentifierFromTheFile(id: String) throws {
        #expect(try #require(Manifest.read(Self.file(path: "/a/b/\(id).conf")).manifest).id == id)
        #expect(try #require(Manifest.read(Self.file(path: id)).manifest).id == id)
    }

    @Test(arguments: [
        "", ".", ".a", "a.", "a..b", "a b", "a~", "é", "a:b", "a.conf.dpkg-new\n", String(repeating: "a", count: 256),
        "accessoryd",
    ])
    func refusesAFileWhoseNameIsNoIdentifier(name: String) {
        let fault =
            Manifest.read(Self.file(path: "/etc/apps.d/\(name).conf")).faults.first
        #expect(fault?.path == "/etc/apps.d/\(name).conf")
        #expect(fault?.group == nil && fault?.line == nil)
    }

    // MARK: What it allows

    struct Asked: Sendable, CustomTestStringConvertible {
        var ssid: String?
        var prefix: String?
        var refused: String?
        var testDescription: String { "\(ssid ?? "") \(prefix ?? "")" }
    }

    @Test(arguments: [
        Asked(ssid: "LAMP"), Asked(ssid: "CAM-1"), Asked(ssid: "CAM-"), Asked(prefix: "CAM-"), Asked(prefix: "CAM-1"),
        Asked(ssid: "LAMP2", refused: "ssid"), Asked(ssid: "CAM", refused: "ssid"),
        Asked(ssid: "Home", refused: "ssid"),
        Asked(prefix: "CAM", refused: "ssidPrefix"), Asked(prefix: "LAMP", refused: "ssidPrefix"),
        Asked(prefix: "Home", refused: "ssidPrefix"),
    ])
    func allowsWhatItNamesAndNoMore(asked: Asked) throws {
        let manifest = try #require(Manifest.read(Self.file()).manifest)
        let descriptor = try Descriptor(ssid: asked.ssid.map(ssid), ssidPrefix: asked.prefix.map(ssid))
        guard let field = asked.refused else {
            #expect(throws: Never.self) { try manifest.check(descriptor, at: "items[0].descriptor") }
            return
        }
        let error = #expect(throws: AccessoryError.self) { try manifest.check(descriptor, at: "items[0].descriptor") }
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "items[0].descriptor.\(field)")
        #expect(error?.message.contains(Self.path) == true)
        #expect(error?.message.contains("'\(asked.ssid ?? asked.prefix ?? "")'") == true)
    }

    @Test func allowsNoBluetoothWhereItNamesNone() throws {
        let manifest = try #require(Manifest.read(Self.file()).manifest)
        let rule = try BluetoothRule(service: BluetoothUUID("180D"))
        for descriptor in [try Descriptor(bluetooth: rule), try Descriptor(ssid: ssid("LAMP"), bluetooth: rule)] {
            let error = #expect(throws: AccessoryError.self) { try manifest.check(descriptor, at: "d") }
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == "d.bluetoothServiceUUID")
        }
    }

    struct AskedByBluetooth: Sendable {
        var ssid: String?
        var service: String?
        var company: UInt16?
        var name: String?
        var refused: String?
    }

    @Test(arguments: [
        AskedByBluetooth(service: "180d"), AskedByBluetooth(service: "0000180D-0000-1000-8000-00805f9b34fb"),
        AskedByBluetooth(company: 0x6B), AskedByBluetooth(service: "180D", company: 0x6B, name: "Cam"),
        AskedByBluetooth(service: "180D", name: "MyCam-1"), AskedByBluetooth(ssid: "LAMP", service: "180D"),
        AskedByBluetooth(ssid: "Home", service: "180D", refused: "ssid"),
        AskedByBluetooth(service: "FEED", refused: "bluetoothServiceUUID"),
        AskedByBluetooth(company: 0x6C, refused: "bluetoothCompanyIdentifier"),
        AskedByBluetooth(service: "180D", company: 0, refused: "bluetoothCompanyIdentifier"),
        AskedByBluetooth(service: "180D", name: "Ca", refused: "bluetoothNameSubstring"),
        AskedByBluetooth(service: "180D", name: "cam", refused: "bluetoothNameSubstring"),
    ])
    func allowsTheBluetoothThatItNamesAndNoMore(asked: AskedByBluetooth) throws {
        var groups = Self.good
        groups["Discovery"]?["BluetoothServices"] = "180D"
        groups["Discovery"]?["BluetoothCompanyIdentifiers"] = "0x006B"
        groups["Discovery"]?["BluetoothNames"] = "Cam"
        let manifest = try #require(Manifest.read(Self.file(groups)).manifest)
        let rule = try BluetoothRule(
            service: asked.service.flatMap { BluetoothUUID($0) }, companyIdentifier: asked.company,
            nameSubstring: asked.name)
        let descriptor = try Descriptor(ssid: asked.ssid.map(ssid), bluetooth: rule)
        guard let field = asked.refused else {
            #expect(throws: Never.self) { try manifest.check(descriptor, at: "d") }
            return
        }
        let error = #expect(throws: AccessoryError.self) { try manifest.check(descriptor, at: "d") }
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "d.\(field)")
    }

    @Test func allowsToLookForExactlyWhatItsDescriptorsMatch() throws {
        let manifest = try #require(Manifest.read(Self.file()).manifest)
        let matcher = Matcher(manifest.descriptors)
        for name in ["LAMP", "LAMP1", "CAM-", "CAM-1", "CAM", "C", "Home"] {
            #expect(manifest.mayLook(for: try ssid(name)) == !matcher.matches(try ssid(name)).isEmpty, "\(name)")
        }
        for descriptor in manifest.descriptors {
            #expect(throws: Never.self) { try manifest.check(descriptor, at: "d") }
        }
    }
}

extension String {
    /// The four digits of a UUID of 16 bits.
    fileprivate var short: String { String(dropFirst(4).prefix(4)) }
}
