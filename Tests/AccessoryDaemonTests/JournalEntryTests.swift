// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Logging
import Testing

@testable import AccessoryDaemon

@Suite struct JournalEntryTests {
    @Test func hasItsFieldsAndNoOthers() {
        let entry = JournalEntry(
            "joined", level: .notice, of: "accessoryd",
            ["app": "org.example.camera", "accessory": "a1", "plan": "porch", "passphrase": "secret"])
        #expect(
            String(decoding: entry.datagram, as: UTF8.self)
                == "MESSAGE=joined\nPRIORITY=5\nSYSLOG_IDENTIFIER=accessoryd\nACCESSORYD_APP=org.example.camera\n"
                + "ACCESSORYD_ACCESSORY=a1\nACCESSORYD_PLAN=porch\n")
    }

    @Test func noValueMakesAFieldOfItsOwn() {
        let text = "one\nACCESSORYD_APP=other"
        let entry = JournalEntry(text, level: .error, of: "p")
        var expected = Array("MESSAGE\n".utf8) + [UInt8(text.utf8.count), 0, 0, 0, 0, 0, 0, 0]
        expected += Array("\(text)\nPRIORITY=3\nSYSLOG_IDENTIFIER=p\n".utf8)
        #expect(entry.datagram == expected)
    }

    @Test func isSentOrSaysThatItIsNot() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let entry = JournalEntry("joined", level: .notice, of: "accessoryd")
        #expect(!entry.send(to: directory + "/journal"))
        let journal = try DatagramSocket(at: directory + "/journal")
        #expect(entry.send(to: directory + "/journal"))
        #expect(await journal.receive() == "MESSAGE=joined\nPRIORITY=5\nSYSLOG_IDENTIFIER=accessoryd\n")
    }

    @Test func isForTheJournalOnlyWhereTheDescriptorIsTheJournals() throws {
        var pipes: [Int32] = [-1, -1]
        try #require(pipe(&pipes) == 0)
        defer { for descriptor in pipes { close(descriptor) } }
        var status = stat()
        try #require(fstat(pipes[1], &status) == 0)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalEntry.isBehind(pipes[1], stream: stream))
        #expect(!JournalEntry.isBehind(pipes[1], stream: nil))
        #expect(!JournalEntry.isBehind(pipes[1], stream: "\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!JournalEntry.isBehind(pipes[1], stream: "\(status.st_dev)"))
        // Of a service whose standard error was sent elsewhere, the variable stays.
        #expect(!JournalEntry.isBehind(STDIN_FILENO, stream: stream))
    }
}
