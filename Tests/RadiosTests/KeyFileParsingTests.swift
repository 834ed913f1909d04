// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Radios
import Testing

@Suite struct KeyFileParsingTests {
    @Test func keepsGroupsInOrderAndValuesAsWritten() throws {
        let text = "# a comment\n[Second]\nSSID=Cam\\xff\\\\1\n\n[First]\nNames = a;b;\n"
        let file = try parseKeyFile(text.utf8, path: "air.conf")
        #expect(file.groups.map(\.name) == ["Second", "First"])
        #expect(file.group("Second")?.keys == ["SSID": "Cam\\xff\\\\1"])
        #expect(file.group("First")?.list("Names") == ["a", "b"])
    }

    @Test func takesAnEmptyFile() throws {
        #expect(try parseKeyFile([], path: "empty.conf").groups.isEmpty)
    }

    @Test(arguments: ["[Group]\nfirst=1\nnonsense\n", "first=1\n[Group]\n"])
    func namesTheFileWhenALineIsNoLineOfAKeyFile(text: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try parseKeyFile(text.utf8, path: "/etc/a.conf") }
        #expect(fault.path == "/etc/a.conf")
        #expect(!fault.reason.isEmpty)
    }

    @Test func tellsTheLineThatIsNotUnderstood() throws {
        let fault = try #require(throws: KeyFileFault.self) {
            try parseKeyFile("[Group]\nfirst=1\nnonsense\n".utf8, path: "a.conf")
        }
        #expect(fault.reason.hasPrefix("line 3: "))
    }

    @Test func refusesAKeyThatIsGivenTwice() throws {
        let fault = try #require(throws: KeyFileFault.self) {
            try parseKeyFile("[Group]\nkey=1\nkey=2\n".utf8, path: "a.conf")
        }
        #expect(fault == KeyFileFault(path: "a.conf", group: "Group", key: "key", reason: "line 3: given twice"))
    }

    @Test func refusesAGroupThatComesTwice() throws {
        let fault = try #require(throws: KeyFileFault.self) {
            try parseKeyFile("[Group]\na=1\n[Group]\nb=2\n".utf8, path: "a.conf")
        }
        #expect(fault.group == "Group")
    }

    @Test func refusesBytesThatAreNotUTF8() throws {
        let fault = try #require(throws: KeyFileFault.self) { try parseKeyFile([0x5B, 0xFF, 0x5D], path: "a.conf") }
        #expect(fault.reason == "not UTF-8")
    }
}
