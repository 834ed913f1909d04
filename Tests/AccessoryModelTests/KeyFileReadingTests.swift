// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@Suite struct KeyFileReadingTests {
    /// A manifest of a hostile package, which the agent reads at each change of its folder.
    @Test func readsThousandsOfGroupsOneByOne() {
        let text = (0..<30_000).map { "[\($0)]\n" }.joined()
        let (file, faults) = KeyFile.read(text.utf8, path: "/etc/apps.d/a.conf")
        #expect(file.groups.count == 30_000 && faults.isEmpty)
        #expect(file.group("29999")?.line == 30_000)
        #expect(file.unknown(beside: [:]).last?.line == 30_000)
    }

    @Test func keepsGroupsInOrderAndValuesAsWritten() throws {
        let text = "# a comment\n[Second]\nSSID=Cam\\xff\\\\1\n\n[First]\nNames = a;b;\n"
        let file = try KeyFile(text.utf8, path: "air.conf")
        #expect(file.groups.map(\.name) == ["Second", "First"])
        #expect(file.group("Second")?.keys == ["SSID": "Cam\\xff\\\\1"])
        #expect(file.group("First")?.list("Names") == ["a", "b"])
    }

    @Test func takesLineEndsOfOtherSystemsForNoPartOfAValue() throws {
        let file = try KeyFile("[A]\r\nB=1\r\nC=2\r".utf8, path: "a.conf")
        #expect(file.groups.map(\.keys) == [["B": "1", "C": "2"]])
    }

    @Test func takesAnEmptyFile() throws {
        #expect(try KeyFile([], path: "empty.conf").groups.isEmpty)
    }

    @Test func knowsTheLineOfEveryGroupAndKey() throws {
        let text = "# a\u{2028}comment\r\n\r\n[First]\r\n  a = 1\r\nb=[x]\r\n\r\n  [Second]  \r\na=[2]=3\r\n"
        let file = try KeyFile(text.utf8, path: "a.conf")
        #expect(file.groups.map(\.line) == [3, 7])
        #expect(file.groups.map(\.lines) == [["a": 4, "b": 5], ["a": 8]])
        #expect(file.group("Second")?.keys == ["a": "[2]=3"])
    }

    @Test(arguments: [
        ("[Group]\nfirst=1\nnonsense\n", 3), ("first=1\n[Group]\n", 1), ("[Group\na=1\n", 1), ("\n\n[Gr]oup]\n", 3),
        ("[Group]\na=1\n=2", 3), ("[Group]\na\u{0B}=1\nnonsense", 3),
    ])
    func namesTheLineThatIsNoLineOfAKeyFile(text: String, line: Int) throws {
        let fault = try #require(throws: KeyFileFault.self) { try KeyFile(text.utf8, path: "/etc/a.conf") }
        #expect(fault.path == "/etc/a.conf")
        #expect(fault.line == line, "\(fault)")
        #expect(!fault.reason.isEmpty)
    }

    @Test func namesEveryLineThatCannotBeRead() {
        let text = "[Group]\na=1\nnonsense\na=2\n[Other]\nmore nonsense\nb=1\n[Group]\nc=1\n"
        let (file, faults) = KeyFile.read(text.utf8, path: "a.conf")
        #expect(faults.map(\.line) == [3, 4, 6, 8])
        #expect(faults[1].description == "a.conf:4: [Group] a: given twice; first in line 2")
        #expect(faults[3].description == "a.conf:8: [Group]: a second group of this name; the first is in line 1")
        #expect(file.groups.map(\.name) == ["Group", "Other"])
        #expect(throws: faults[0]) { try KeyFile(text.utf8, path: "a.conf") }
    }

    @Test func givesUpOnAFileThatIsNoKeyFileAtAll() {
        let (file, faults) = KeyFile.read(String(repeating: "nonsense\n", count: 5000).utf8, path: "a.conf")
        #expect(file.groups.isEmpty)
        #expect(faults.map(\.line) == Array(1...20))
    }

    /// The cases of GLib's own tests (glib/tests/keyfile.c) and of its rules, each as GLib 2.74 reads it.
    @Test(arguments: [
        ("", ""),
        ("# top\n\n[a]\n# key comment\r\nk=v\n[b]\n\n", "[a] k=v [b]"),
        ("[a]\nk1=v1\nk2=v2\r\n[b]\r\nk3=v3\r\r\nk4=v4", "[a] k1=v1 k2=v2 [b] k3=v3 k4=v4"),
        ("[a]\nk\t=\tv\n [ b ] \nk  =  v\t4 \n  l  =  v", "[a] k=v [ b ] k=v\t4  l=v"),
        ("[a]\nk1=\\s\\n\\t\\r\\\\\nk2=\"q\"\nk3=≠\nk4=\\i\nk5=x\\", #"[a] k1=\s\n\t\r\\ k2="q" k3=≠ k4=\i k5=x\"#),
        (
            "[a]\nk=v\nk[de]=v-de\nk[de_DE.UTF8]=w\nk[en] =x\nk[sr@Latn]=y",
            "[a] k=v k[de]=v-de k[de_DE.UTF8]=w k[en]=x k[sr@Latn]=y"
        ),
        ("[a]\nk1=v1;v2;\nk2=v1\\;v2\nk3=v1,v2", #"[a] k1=v1;v2; k2=v1\;v2 k3=v1,v2"#),
        ("[a[b]", "1: Invalid group name: a[b"),
        ("[a]b]", "1: Key file contains line “[a]b]” which is not a key-value pair, group, or comment"),
        ("[a\tb]", "1: Invalid group name: a\tb"),
        ("[]", "1: Invalid group name: "),
        ("[½]\nk=1", "[½] k=1"),
        ("[a]\nk[=1", "2: Invalid key name: k["),
        ("[a]\n =1", "2: Key file contains line “ =1” which is not a key-value pair, group, or comment"),
        ("[a]\n [de] =1", "2: Invalid key name: [de]"),
        ("[a]\nk[@#!&%]=1", "2: Invalid key name: k[@#!&%]"),
        ("[a]\n k=1\nl =1\nm n=1\no\tp=1\n½=1", "[a] k=1 l=1 m n=1 o\tp=1 ½=1"),
        ("[a]\nk [de] =1", "2: Invalid key name: k [de]"),
        ("[a]\nk=1\nk=2", "3: [a] k: given twice; first in line 2"),
        ("[a]\nk=1\n[b]\nk=2\n[a]\nl=3", "5: [a]: a second group of this name; the first is in line 1"),
        ("k=1\n[a]\nk=2", "1: Key file does not start with a group"),
        ("[a]\nEncoding=UTF-8\nk=1", "[a] Encoding=UTF-8 k=1"),
        ("[a]\nEncoding=utf-8", "[a] Encoding=utf-8"),
        ("[a]\nEncoding=UTF-9", "2: Key file contains unsupported encoding “UTF-9”"),
        ("[a]\nEncoding=UTF", "2: Key file contains unsupported encoding “UTF”"),
        ("[a]\n[b]\nEncoding=latin1", "[a] [b] Encoding=latin1"),
        ("nonsense \r", "1: Key file contains line “nonsense ” which is not a key-value pair, group, or comment"),
        ("[a]\nk[]=1\nl[d e]=1\nm]=1", "3: Invalid key name: l[d e] | 4: Invalid key name: m]"),
        ("[a]\nk=[b]\nl=b=c\nm=\nn=\u{1B}\no=#", "[a] k=[b] l=b=c m= n=\u{1B} o=#"),
        ("[a]\n\u{B}k=1\n\u{C}l=1\nm\u{B}=1", "[a] \u{B}k=1 l=1 m\u{B}=1"),
    ])
    func readsAsGLibDoes(text: String, expected: String) {
        let (file, faults) = KeyFile.read(text.utf8, path: "")
        let groups = file.groups.flatMap { group in
            let keys = group.keys.sorted { group.lines[$0.key, default: 0] < group.lines[$1.key, default: 0] }
            return ["[\(group.name)]"] + keys.map { "\($0.key)=\($0.value)" }
        }
        let read = groups.joined(separator: " ")
        let refused = faults.map { String($0.description.dropFirst()) }.joined(separator: " | ")
        #expect(faults.isEmpty ? read == expected : refused == expected, "\(read) | \(refused)")
    }

    @Test func refusesBytesThatAreNotUTF8() throws {
        let fault = try #require(throws: KeyFileFault.self) { try KeyFile([0x5B, 0xFF, 0x5D], path: "a.conf") }
        #expect(fault == KeyFileFault(path: "a.conf", line: 1, reason: "not UTF-8"))
    }
}
