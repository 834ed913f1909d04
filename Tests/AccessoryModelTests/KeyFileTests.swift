// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

struct KeyFileTests {
    private let known: [String: Set<String>] = ["App": ["Name"], "Discovery": ["SSIDs", "SSIDPrefixes"]]

    private func file(_ groups: KeyFile.Group...) -> KeyFile { KeyFile(path: "/etc/apps.d/a.conf", groups: groups) }

    @Test func takesWhatIsKnownAndWhatIsLeftOut() {
        #expect(file().unknown(beside: known) == [])
        let both = file(.init(name: "App", keys: ["Name": "A"]), .init(name: "Discovery", keys: [:]))
        #expect(both.unknown(beside: known) == [])
    }

    @Test func namesEveryUnknownGroupAndKeyWithItsLine() {
        let file = file(
            .init(name: "Aps", keys: ["Name": "A"], line: 1, lines: ["Name": 2]),
            .init(
                name: "Discovery", keys: ["SSIDs": "a", "SSID": "b", "ssids": "c"], line: 4,
                lines: ["SSIDs": 5, "SSID": 6, "ssids": 7]))
        #expect(
            file.unknown(beside: known).map(\.description) == [
                "/etc/apps.d/a.conf:1: [Aps]: unknown group; known are App, Discovery",
                "/etc/apps.d/a.conf:6: [Discovery] SSID: unknown key; known are SSIDPrefixes, SSIDs",
                "/etc/apps.d/a.conf:7: [Discovery] ssids: unknown key; known are SSIDPrefixes, SSIDs",
            ])
    }

    @Test func namesTheLineOfTheKeyElseOfTheGroupElseNone() {
        let file = file(.init(name: "App", keys: ["Name": ""], line: 3, lines: ["Name": 4]))
        #expect(file.fault(group: "App", key: "Name", "empty").description == "/etc/apps.d/a.conf:4: [App] Name: empty")
        #expect(file.fault(group: "App", key: "Icon", "missing").line == 3)
        #expect(file.fault(group: "Identity", "missing").description == "/etc/apps.d/a.conf: [Identity]: missing")
        #expect(file.fault("cannot be read").description == "/etc/apps.d/a.conf: cannot be read")
    }

    @Test func ordersFaultsAsTheFileHasThem() {
        let faults = [
            KeyFileFault(path: "a", group: "B", reason: "missing"), KeyFileFault(path: "a", line: 9, reason: "late"),
            KeyFileFault(path: "a", line: 2, reason: "early"), KeyFileFault(path: "a", reason: "whole"),
        ]
        #expect(faults.inOrder.map(\.reason) == ["whole", "early", "late", "missing"])
    }

    @Test func showsTheFirstFaultsOfThousandsAndTheirNumber() {
        let faults = (1...20_000).map { KeyFileFault(path: "a", line: $0, reason: "unknown group") }
        let other = KeyFileFault(path: "b", reason: "empty")
        let shown = (faults + [other]).shortened
        #expect(Array(shown.prefix(50)) == Array(faults.prefix(50)))
        #expect(shown.dropFirst(50).map(\.description) == ["a: 19950 more faults", "b: empty"])
        #expect(Array(faults.prefix(50)).shortened == Array(faults.prefix(50)))
    }

    @Test(
        arguments: [
            ([0x61, 0x0A, 0xFF], 2, "not UTF-8"), ([0xC3], 1, "not UTF-8"), ([0x0A, 0x0A, 0x61, 0], 3, "zero byte"),
        ] as [([UInt8], Int, String)])
    func namesTheLineOfBytesThatAreNoText(bytes: [UInt8], line: Int, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try KeyFile.text(bytes, path: "a.conf") }
        #expect(fault.line == line && fault.reason.contains(reason))
    }

    @Test func takesTextUpToItsLimit() throws {
        #expect(try KeyFile.text(Array("é\r\n".utf8), path: "a.conf") == "é\r\n")
        let most = [UInt8](repeating: 0x61, count: KeyFile.largest)
        #expect(try KeyFile.text(most, path: "a.conf").utf8.count == KeyFile.largest)
        let fault = try #require(throws: KeyFileFault.self) { try KeyFile.text(most + [0x61], path: "a.conf") }
        #expect(fault.reason.contains("longer than \(KeyFile.largest)"))
    }

    @Test func describesAFaultOfTheWholeFileByItsPath() {
        #expect(KeyFileFault(path: "a.conf", reason: "cannot be read").description == "a.conf: cannot be read")
    }

    @Test func findsGroupsByNameAndSplitsLists() {
        let file = file(.init(name: "App", keys: ["Name": "A", "Users": ";a;b c;;d;", "None": ""]))
        #expect(file.group("App")?.keys["Name"] == "A")
        #expect(file.group("app") == nil)
        #expect(file.group("App")?.list("Users") == ["a", "b c", "d"])
        #expect(file.group("App")?.list("None") == [])
        #expect(file.group("App")?.list("Absent") == [])
    }

    @Test func separatesAlsoBeforeACombiningMark() {
        let group = KeyFile.Group(name: "A", keys: ["B": "x;\u{301}y;;z"])
        #expect(group.list("B") == ["x", "\u{301}y", "z"])
    }
}
