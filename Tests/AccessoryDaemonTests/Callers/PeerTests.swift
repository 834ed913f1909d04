// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import FoundationEssentials
import Glibc
import Testing
import Varlink

@testable import AccessoryDaemon

@Suite struct PeerTests {
    @Test func theKernelIdentifiesWhoConnected() throws {
        let (one, _) = try Socket.pair()
        let identity = try Peer(of: one.fileDescriptor).identity
        #expect(identity.uid == getuid())
        #expect(identity.executable == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
    }

    @Test func withoutAPidfdOfTheKernelsOwnTheProcessMustHoldTheOtherEnd() throws {
        let (one, other) = try Socket.pair()
        func isConnected(_ pid: pid_t, uid: UInt32) throws -> Bool {
            guard let files = ProcessFiles(pid) else { throw POSIXError(.ESRCH) }
            return try withExtendedLifetime(other) {
                try Peer.isConnected(files, to: one.fileDescriptor, uid: uid)
            }
        }
        #expect(try isConnected(getpid(), uid: getuid()))
        #expect(try !isConnected(getpid(), uid: getuid() + 1))
        let attacker = try Attacker(of: "/nowhere")
        #expect(throws: Peer.Failure.self) { try isConnected(attacker.pid, uid: getuid()) }
    }

    @Test func aUserWhoseQuestionIsNotAnsweredKeepsOnlyItselfWaiting() async throws {
        let aside = Aside()
        let (answer, question) = try Socket.pair()
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                try await aside.run(for: .user(1000)) {
                    begin.finish()
                    var byte: UInt8 = 0
                    _ = fcntl(question.fileDescriptor, F_SETFL, 0)
                    return recv(question.fileDescriptor, &byte, 1, 0)
                }
            }
            for await _ in began {}
            // No more wait than may be connected.
            for _ in 0...MessageLimits.connectionsOfOwner {
                group.addTask { try await aside.run(for: .user(1000)) { 2 } }
            }
            await #expect(throws: Aside.TooMuch.self) { try await group.next() }
            #expect(try await aside.run(for: .user(1001)) { 3 } == 3)
            try answer.send([0])
            #expect(try await group.next() == 1)
            for _ in 0..<MessageLimits.connectionsOfOwner { #expect(try await group.next() == 2) }
            #expect(try await group.next() == nil)
        }
    }
}
