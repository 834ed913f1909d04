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
        let text = "one\nACCESSORYD_PLAN=other"
        let entry = JournalEntry("joined", level: .error, of: "p", ["app": "\(text)"])
        var expected = Array("MESSAGE=joined\nPRIORITY=3\nSYSLOG_IDENTIFIER=p\nACCESSORYD_APP\n".utf8)
        expected += [UInt8(text.utf8.count), 0, 0, 0, 0, 0, 0, 0] + Array("\(text)\n".utf8)
        #expect(entry.datagram == expected)
    }

    @Test func aMessageIsOneLineWhateverAnAppOrTheAirPutsIntoIt() {
        let entry = JournalEntry(
            "renamed to 'a\naccessoryd: critical: a lie\u{1B}[2J\u{9B}1m\u{202E}\u{2028}'", level: .info, of: "p")
        #expect(
            String(decoding: entry.datagram, as: UTF8.self)
                == #"MESSAGE=renamed to 'a\x0aaccessoryd: critical: a lie\x1b[2J\x9b1m\u{202e}\u{2028}'"#
                + "\nPRIORITY=6\nSYSLOG_IDENTIFIER=p\n")
    }

    @Test func isSentOrReportsThatItIsNot() async throws {
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
        // The variable stays in a service whose standard error was redirected.
        #expect(!JournalEntry.isBehind(STDIN_FILENO, stream: stream))
    }
}
