// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

struct KeyFileTests {
    private let known: [String: Set<String>] = ["App": ["Name"], "Discovery": ["SSIDs", "SSIDPrefixes"]]

    private func file(_ groups: KeyFile.Group...) -> KeyFile { KeyFile(path: "/etc/apps.d/a.conf", groups: groups) }

    @Test func takesWhatIsKnownAndWhatIsLeftOut() {
        #expect(throws: Never.self) { try file().expect(known) }
        #expect(throws: Never.self) {
            try file(.init(name: "App", keys: ["Name": "A"]), .init(name: "Discovery", keys: [:])).expect(known)
        }
    }

    @Test func namesFileAndGroupWhenTheGroupIsUnknown() {
        let fault = #expect(throws: KeyFileFault.self) {
            try file(.init(name: "App", keys: [:]), .init(name: "Aps", keys: ["Name": "A"])).expect(known)
        }
        #expect(fault?.path == "/etc/apps.d/a.conf")
        #expect(fault?.group == "Aps")
        #expect(fault?.key == nil)
        #expect(fault?.description == "/etc/apps.d/a.conf: [Aps]: unknown group; known are App, Discovery")
    }

    @Test func namesFileGroupAndKeyWhenTheKeyIsUnknown() {
        let fault = #expect(throws: KeyFileFault.self) {
            try file(.init(name: "Discovery", keys: ["SSIDs": "a", "SSID": "b", "ssids": "c"])).expect(known)
        }
        #expect(fault?.group == "Discovery")
        #expect(fault?.key == "SSID")
        #expect(
            fault?.description == "/etc/apps.d/a.conf: [Discovery] SSID: unknown key; known are SSIDPrefixes, SSIDs")
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
}
