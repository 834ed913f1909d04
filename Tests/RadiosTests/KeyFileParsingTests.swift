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

    @Test func takesLineEndsOfOtherSystemsForNoPartOfAValue() throws {
        let file = try parseKeyFile(Array("[A]\r\nB=1\r\nC=2\r".utf8), path: "a.conf")
        #expect(file.groups.map(\.keys) == [["B": "1", "C": "2"]])
    }

    @Test func takesAnEmptyFile() throws {
        #expect(try parseKeyFile([], path: "empty.conf").groups.isEmpty)
    }

    @Test func knowsTheLineOfEveryGroupAndKey() throws {
        let text = "# a\u{2028}comment\r\n\r\n[First]\r\n  a = 1\r\nb=[x]\r\n\r\n  [Second]  \r\na=[2]=3\r\n"
        let file = try parseKeyFile(text.utf8, path: "a.conf")
        #expect(file.groups.map(\.line) == [3, 7])
        #expect(file.groups.map(\.lines) == [["a": 4, "b": 5], ["a": 8]])
        #expect(file.group("Second")?.keys == ["a": "[2]=3"])
    }

    @Test(arguments: [
        ("[Group]\nfirst=1\nnonsense\n", 3), ("first=1\n[Group]\n", 1), ("[Group\na=1\n", 1), ("\n\n[Gr]oup]\n", 3),
        ("[Group]\na=1\n=2", 3), ("[Group]\na\u{0B}=1\nnonsense", 3),
    ])
    func namesTheLineThatIsNoLineOfAKeyFile(text: String, line: Int) throws {
        let fault = try #require(throws: KeyFileFault.self) { try parseKeyFile(text.utf8, path: "/etc/a.conf") }
        #expect(fault.path == "/etc/a.conf")
        #expect(fault.line == line, "\(fault)")
        #expect(!fault.reason.isEmpty)
    }

    @Test func reportsEveryLineThatCannotBeRead() {
        let text = "[Group]\na=1\nnonsense\na=2\n[Other]\nmore nonsense\nb=1\n[Group]\nc=1\n"
        let (file, faults) = readKeyFile(text.utf8, path: "a.conf")
        #expect(faults.map(\.line) == [3, 4, 6, 8])
        #expect(faults[1].description == "a.conf:4: [Group] a: given twice; first in line 2")
        #expect(faults[3].description == "a.conf:8: [Group]: a second group of this name; the first is in line 1")
        #expect(file.groups.map(\.name) == ["Group", "Other"])
        #expect(throws: faults[0]) { try parseKeyFile(text.utf8, path: "a.conf") }
    }

    @Test func givesUpOnAFileThatIsNoKeyFileAtAll() {
        let (file, faults) = readKeyFile(String(repeating: "nonsense\n", count: 5000).utf8, path: "a.conf")
        #expect(file.groups.isEmpty)
        #expect(faults.map(\.line) == Array(1...20))
    }

    /// Both readers are of one mind of every file that can be made of these lines.
    @Test func readsAsTheReaderWithoutGLibDoes() {
        let lines = [
            "[Plan]", "[Plan] ", "[A]x", "[]", "[A[b]", " [A\u{1}]", "[", "]", "#c=d", "", "  ", "a=1", " a = 1 ", "a=",
            "=1", "a",
            "a b=1", "a[de]=1", "a[de_DE@x.-]=1", "a[d e]=1", "a[]=1", "a]=1", "[x]=1", "a\u{B}=1", "\u{B}a=1", "a=[b]",
            "a=b=c\\n", "ü=ö", "a=1\r", "a=1\r\r", "a=\u{1B}[2J", "Encoding=UTF-8", "Encoding=latin1", "\t[B]\t",
            "a\t=\t1",
        ]
        for first in lines {
            for second in lines {
                for third in ["", "a=2", "[Plan]", "nonsense"] {
                    for text in ["\(first)\n\(second)\n\(third)", "[Plan]\n\(first)\n[B]\n\(second)\n\(third)\n"] {
                        let bytes = Array(text.utf8)
                        let (glib, faults) = readKeyFile(bytes, path: "a.conf")
                        let (own, ownFaults) = KeyFile.read(bytes, path: "a.conf")
                        #expect(own == glib, "\(text)")
                        #expect(ownFaults == faults, "\(text)")
                    }
                }
            }
        }
    }

    @Test func refusesBytesThatAreNotUTF8() throws {
        let fault = try #require(throws: KeyFileFault.self) { try parseKeyFile([0x5B, 0xFF, 0x5D], path: "a.conf") }
        #expect(fault == KeyFileFault(path: "a.conf", line: 1, reason: "not UTF-8"))
    }
}
