// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Plans as they are read from their files.
struct PlanTests {
    private static let good: [String: [String: String]] = [
        "Plan": ["App": "org.example.camera"], "Accessory": ["SSIDPrefix": "MyCam-"],
    ]

    private static func file(_ changes: [String: [String: String?]] = [:]) -> KeyFile {
        var groups = good
        for (group, keys) in changes {
            for (key, value) in keys { groups[group, default: [:]][key] = value }
        }
        return KeyFile(
            path: "/etc/accessoryd/provision.d/10-porch.conf",
            groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) })
    }

    @Test func hasModestDefaults() throws {
        let plan = try #require(Plan.read(Self.file()).plan)
        #expect(plan.id == "10-porch" && plan.app == "org.example.camera")
        #expect(plan.choice == .only && plan.afterwards == .restore && plan.isRequired)
        #expect(!plan.isForEveryBoot && !plan.requiresBridge && plan.secret == nil && plan.program == nil)
        #expect(plan.patience.attempts == 3 && plan.patience.giveUpAfter == .seconds(300))
        #expect(try #require(Plan.read(Self.file(["Plan": ["Afterwards": "keep"]])).plan).isForEveryBoot)
    }

    @Test func readsEverything() throws {
        let plan = try #require(
            Plan.read(
                Self.file([
                    "Plan": [
                        "Choose": "02:00:00:00:01:42", "RequireBridge": "true", "Afterwards": "run",
                        "EveryBoot": "true",
                        "Required": "false",
                    ],
                    "Accessory": [
                        "BluetoothService": "180D", "BluetoothCompanyIdentifier": "0x006b", "BluetoothName": "Cam",
                        "Name": "Porch", "PassphraseCredential": "cam1",
                    ],
                    "Program": [
                        "Command": #"/usr/bin/setup --name "a b" 'c\d' e\ f"#, "User": "kiosk", "TimeLimit": "2min",
                        "SuccessStatus": "0;3", "UplinkCredentials": "true",
                        "UplinkCredentialsOverOpen": "true",
                    ],
                    "Attempts": [
                        "Attempts": "5", "SearchTime": "10s", "Pause": "2s", "LongestPause": "20s", "GiveUpAfter": "1h",
                    ],
                ])
            ).plan)
        #expect(plan.choice == .accessPoint(try #require(MACAddress("02:00:00:00:01:42"))))
        #expect(plan.requiresBridge && plan.afterwards == .run && plan.isForEveryBoot && !plan.isRequired)
        #expect(plan.descriptor?.bluetooth?.companyIdentifier == 0x6B && plan.descriptor?.ssidPrefix != nil)
        #expect(plan.secret == .credential("cam1") && plan.name == "Porch")
        let program = Plan.Program(
            command: ["/usr/bin/setup", "--name", "a b", #"c\d"#, "e f"], user: "kiosk", timeLimit: .seconds(120),
            successStatus: [0, 3], wantsUplink: true, takesUplinkOverOpen: true)
        #expect(plan.program == program)
        #expect(plan.patience.attempts == 5 && plan.patience.searchTime == .seconds(10))
        #expect(plan.patience.pause == .seconds(2) && plan.patience.longestPause == .seconds(20))
        #expect(plan.patience.giveUpAfter == .seconds(3600))
    }

    @Test(
        arguments: [
            (["Plan": ["App": nil]], "App"), (["Plan": ["Choose": "any"]], "Choose"),
            (["Plan": ["Choose": "02:00:00:00:01"]], "Choose"), (["Plan": ["Required": "yes"]], "Required"),
            (["Plan": ["Afterwards": "stay"]], "Afterwards"), (["Plan": ["Afterwards": "run"]], "Afterwards"),
            (["Plan": ["Afterwards": "keep", "Choose": "all"]], "Afterwards"),
            (["Plan": ["RequireBridge": "true"]], "RequireBridge"), (["Plan": ["SSID": "A"]], "SSID"),
            (["Accessory": ["SSIDPrefix": nil]], nil), (["Accessory": ["SSID": "A"]], "SSIDPrefix"),
            (["Accessory": ["SSIDPrefix": #"\x"#]], "SSIDPrefix"), (["Accessory": ["SSDI": "A"]], "SSDI"),
            (["Accessory": ["Band": "3"]], "Band"),
            (["Accessory": ["SSIDPrefix": nil, "BluetoothService": "180D", "Band": "5"]], "Band"),
            (["Accessory": ["BluetoothName": "Cam"]], "BluetoothName"),
            (["Accessory": ["BluetoothService": "heart"]], "BluetoothService"),
            (["Accessory": ["BluetoothCompanyIdentifier": "6B"]], "BluetoothCompanyIdentifier"),
            (["Accessory": ["Name": " "]], "Name"), (["Accessory": ["Name": "a\u{2066}b"]], "Name"),
            (["Accessory": ["Name": String(repeating: "x", count: 256)]], "Name"),
            (["Accessory": ["PassphraseFile": "secret"]], "PassphraseFile"),
            (["Accessory": ["PassphraseCredential": "a/b"]], "PassphraseCredential"),
            (["Accessory": ["PassphraseCredential": "a", "PassphraseFile": "/b"]], "PassphraseFile"),
            (
                ["Accessory": ["SSIDPrefix": nil, "BluetoothService": "180D", "PassphraseFile": "/b"]],
                "PassphraseFile"
            ),
            (
                ["Plan": ["Afterwards": "keep"], "Accessory": ["SSIDPrefix": nil, "BluetoothService": "180D"]],
                "Afterwards"
            ),
            (["Program": ["Command": "/bin/true"]], nil), (["Attempts": ["Attempts": "0"]], "Attempts"),
            (["Attempts": ["Attempts": "101"]], "Attempts"), (["Attempts": ["Pause": "5"]], "Pause"),
            (["Attempts": ["Pause": "5m"]], "Pause"), (["Attempts": ["Pause": "0s"]], "Pause"),
            (["Attempts": ["SearchTime": "2h"]], "SearchTime"), (["Attempts": ["LongestPause": "1s"]], "LongestPause"),
            (["Attempts": ["GiveUpAfter": "99999999999999999999h"]], "GiveUpAfter"),
            (["Attempts": ["GiveUpAfter": "9223372036854775807h"]], "GiveUpAfter"),
        ] as [([String: [String: String?]], String?)])
    func namesEveryFault(changes: [String: [String: String?]], key: String?) {
        let faults = Plan.read(Self.file(changes)).faults
        #expect(faults.count == 1 && faults.first?.key == key, "\(faults)")
    }

    @Test(
        arguments: [
            ("Command", nil), ("Command", ""), ("Command", "setup"), ("Command", "/bin/a 'b"),
            ("Command", #"/bin/a \"#),
            ("User", ""), ("TimeLimit", "1d"), ("SuccessStatus", ""), ("SuccessStatus", "0;256"),
            ("SuccessStatus", "+1"),
            ("UplinkCredentials", "1"), ("UplinkCredentialsOverOpen", "1"),
            // Without UplinkCredentials there is nothing to give.
            ("UplinkCredentialsOverOpen", "true"),
        ] as [(String, String?)])
    func namesEveryFaultOfAProgram(key: String, value: String?) {
        var program: [String: String?] = ["Command": "/bin/true", "User": "kiosk"]
        program[key] = .some(value)
        let faults = Plan.read(Self.file(["Plan": ["Afterwards": "run"], "Program": program])).faults
        #expect(faults.map(\.key) == [key], "\(faults)")
    }

    @Test func namesAllFaultsAtOnceInTheirOrder() throws {
        let file = KeyFile(
            path: "a.conf",
            groups: [
                .init(name: "Plan", keys: ["Choose": "any", "App": "a"], line: 1, lines: ["App": 2, "Choose": 3]),
                .init(name: "Accessory", keys: ["SSID": "A", "Nmae": "x"], line: 4, lines: ["SSID": 5, "Nmae": 6]),
            ])
        #expect(Plan.read(file).faults.map(\.line) == [3, 6])
        #expect(Plan.read(file).plan == nil)
        let unread = KeyFileFault(path: "a.conf", line: 7, reason: "is no line")
        #expect(Plan.read(file, unread: [unread]).faults.last == unread)
        #expect(Plan.read(KeyFile(path: "a.conf", groups: []), unread: [unread]).faults == [unread])
    }

    @Test func knowsWhetherItMeansTheSame() throws {
        let plan = try #require(Plan.read(Self.file()).plan)
        #expect(try #require(Plan.read(Self.file(["Plan": ["Choose": "only"]])).plan).digest == plan.digest)
        #expect(
            try #require(Plan.read(Self.file(["Attempts": ["Attempts": "7"], "Plan": ["Required": "false"]])).plan)
                .digest == plan.digest)
        let others = try [
            ["Plan": ["Choose": "all"]], ["Plan": ["Afterwards": "keep"]], ["Plan": ["EveryBoot": "true"]],
            ["Plan": ["App": "org.example.other"]], ["Accessory": ["SSIDPrefix": "MyCam"]],
            ["Accessory": ["SSIDPrefix": nil, "SSID": "MyCam-"]], ["Accessory": ["Name": "Porch"]],
            ["Accessory": ["PassphraseFile": "/a"]], ["Accessory": ["PassphraseCredential": "a"]],
            ["Accessory": ["BluetoothService": "180D"]], ["Accessory": ["Band": "5"]],
        ].map { try #require(Plan.read(Self.file($0)).plan).digest }
        #expect(Set(others + [plan.digest]).count == others.count + 1)
        // An earlier version's digest is compared with this one's.
        #expect(plan.digest == "83e1f6bdd65ae50c")
    }

    @Test(
        arguments: [
            ("a", ["a"]), ("  a\tb ", ["a", "b"]), ("a''b", ["ab"]), ("''", [""]), (#""a'b" 'c"d'"#, ["a'b", #"c"d"#]),
            (#"a\ b \\ \'"#, ["a b", #"\"#, "'"]), (#""\$HOME \x""#, [#"$HOME \x"#]), ("$HOME", ["$HOME"]),
            ("'a", nil), (#"a\"#, nil), (#""a\""#, nil),
        ] as [(String, [String]?)])
    func splitsWordsAsAShellDoes(text: String, words: [String]?) { #expect(PlanKeys.words(text) == words) }
}
