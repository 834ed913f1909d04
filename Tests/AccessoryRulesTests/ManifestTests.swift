// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
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
        var groups = Self.good
        groups["Identity"] = [
            "Units": "camera.service; other.service ", "Executables": "/usr/bin/camera", "Users": " kiosk;1000;",
        ]
        groups["Discovery"] = ["SSIDs": #"LAMP;A B; \xff\x3b"#, "SSIDPrefixes": "CAM-"]
        let manifest = try Manifest(Self.file(groups))
        #expect(manifest.id == "org.example.camera")
        #expect(manifest.name == "Camera")
        #expect(manifest.path == Self.path)
        #expect(
            manifest.proofs == [
                Proof(.unit, "camera.service"), Proof(.unit, "other.service"), Proof(.executable, "/usr/bin/camera"),
                Proof(.user, "kiosk"), Proof(.user, "1000"),
            ])
        #expect(manifest.ssids == [try ssid("LAMP"), try ssid("A B"), try SSID([0x20, 0xFF, 0x3B])])
        #expect(manifest.prefixes == [try ssid("CAM-")])
    }

    @Test func namesItsDescriptorsInAStableOrder() throws {
        var groups = Self.good
        groups["Discovery"] = ["SSIDs": "B;A;A", "SSIDPrefixes": "D;C"]
        let descriptors = try Manifest(Self.file(groups)).descriptors
        #expect(descriptors.map { $0.ssid?.description } == ["A", "B", nil, nil])
        #expect(descriptors.map { $0.ssidPrefix?.description } == [nil, nil, "C", "D"])
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
        Wrong("App", ["Name": "A", "Icon": "a"], at: ("App", "Icon"), quoting: "Name"),
        Wrong("Apps", [:], at: ("Apps", nil), quoting: "App, Discovery, Identity"),
        Wrong("Identity", nil, at: ("Identity", nil), quoting: "Units, Executables or Users"),
        Wrong("Identity", [:], at: ("Identity", nil)),
        Wrong("Identity", ["Users": " ; "], at: ("Identity", nil)),
        Wrong("Identity", ["Units": "camera"], at: ("Identity", "Units"), quoting: "'camera'"),
        Wrong("Identity", ["Units": "a.service;b.socket"], at: ("Identity", "Units"), quoting: "'b.socket'"),
        Wrong("Identity", ["Executables": "camera"], at: ("Identity", "Executables"), quoting: "'camera'"),
        Wrong("Identity", ["User": "kiosk"], at: ("Identity", "User"), quoting: "Users"),
        Wrong("Discovery", nil, at: ("Discovery", nil), quoting: "SSIDs or SSIDPrefixes"),
        Wrong("Discovery", ["SSIDs": ";"], at: ("Discovery", nil)),
        Wrong("Discovery", ["SSIDs": #"ok;a\q"#], at: ("Discovery", "SSIDs"), quoting: #"'a\q'"#),
        Wrong(
            "Discovery", ["SSIDPrefixes": String(repeating: "x", count: 33)], at: ("Discovery", "SSIDPrefixes"),
            quoting: "33"),
        Wrong("Discovery", ["SSIDPrefix": "CAM-"], at: ("Discovery", "SSIDPrefix"), quoting: "SSIDPrefixes"),
    ])
    func namesFileGroupAndKeyOfWhatIsWrong(wrong: Wrong) {
        var groups = Self.good
        groups[wrong.group] = wrong.keys
        let fault = #expect(throws: KeyFileFault.self) { try Manifest(Self.file(groups)) }
        #expect(fault?.path == Self.path)
        #expect(fault?.group == wrong.fault.group)
        #expect(fault?.key == wrong.fault.key)
        #expect(fault.map { $0.reason.contains(wrong.quoted) || wrong.quoted.isEmpty } == true, "\(fault as Any)")
    }

    @Test func takesItsIdentifierFromTheFile() {
        #expect(Manifest.id(path: "/a/b/org.example.camera.conf") == "org.example.camera")
        #expect(Manifest.id(path: "camera") == "camera")
        let fault = #expect(throws: KeyFileFault.self) { try Manifest(Self.file(path: "/etc/apps.d/.conf")) }
        #expect(fault?.path == "/etc/apps.d/.conf")
        #expect(fault?.group == nil)
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
        let manifest = try Manifest(Self.file())
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

    @Test func allowsNoBluetooth() throws {
        let manifest = try Manifest(Self.file())
        let rule = try BluetoothRule(service: BluetoothUUID("180D"))
        for descriptor in [try Descriptor(bluetooth: rule), try Descriptor(ssid: ssid("LAMP"), bluetooth: rule)] {
            let error = #expect(throws: AccessoryError.self) { try manifest.check(descriptor, at: "d") }
            #expect(error?.field == "d.bluetoothServiceUUID")
        }
    }

    @Test func allowsToLookForExactlyWhatItsDescriptorsMatch() throws {
        let manifest = try Manifest(Self.file())
        let matcher = Matcher(manifest.descriptors)
        for name in ["LAMP", "LAMP1", "CAM-", "CAM-1", "CAM", "C", "Home"] {
            #expect(manifest.mayLook(for: try ssid(name)) == !matcher.matches(try ssid(name)).isEmpty, "\(name)")
        }
        for descriptor in manifest.descriptors {
            #expect(throws: Never.self) { try manifest.check(descriptor, at: "d") }
        }
    }
}
