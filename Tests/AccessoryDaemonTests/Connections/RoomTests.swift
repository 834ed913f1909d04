// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import Testing
import Varlink

@testable import AccessoryDaemon

/// Connections and their bytes: who has how many, and what is left for whom.
@Suite struct RoomTests {
    @Test(arguments: [
        (256, 64, 16, 64), (1024, 256, 64, 256), (4096, 1408, 256, 256), (16_384, 6016, 1024, 256),
        (65_536, 16_384, 1024, 256), (524_288, 16_384, 1024, 256),
    ])
    func descriptorsAreEnoughForAllThatIsLetIn(descriptors: Int, apps: Int, controls: Int, own: Int) {
        let (app, control) = (Room(of: .app, descriptors: descriptors), Room(of: .control, descriptors: descriptors))
        #expect(app.connections == apps && control.connections == controls)
        // Whatever comes by the app socket, and waits at either, leaves the control socket all of its connections.
        let taken = 2 * app.connections + app.waiting + control.waiting
        #expect(descriptors - taken - own >= 2 * controls)
        #expect(app.connections >= app.connectionsOfOne && app.waiting >= 16)
        #expect(app.bytes == 64 << 20 && app.bytesOfOne == 8 << 20)
    }

    @Test func subordinateUidsAreOneAccount() {
        let users = SubordinateUsers("alice:100000:65536\nbob:165536:65536\n# none\nx:1\n1003:4294967290:65536\n")
        #expect(users.account(of: 1000) == .user(1000))
        #expect(users.account(of: 99_999) == .user(99_999))
        #expect(users.account(of: 100_000) == users.account(of: 165_535))
        #expect(users.account(of: 165_535) == .subordinates(of: "alice"))
        #expect(users.account(of: 165_536) == .subordinates(of: "bob"))
        #expect(users.account(of: .max) == .subordinates(of: "1003"))
        #expect(SubordinateUsers().account(of: 100_000) == .user(100_000))
    }

    @Test func elevenUsersLeaveATwelfthItsConnections() throws {
        let ledger = Ledger(Room(of: .app, descriptors: 16_384))
        for user in 0..<11 as Range<UInt32> {
            while true {
                do throws(Ledger.Refusal) { try ledger.open(.user(user)) } catch { break }
            }
        }
        for _ in 0..<MessageLimits.fewConnections { try ledger.open(.user(1000)) }
    }

    @Test func aRefusalIsLoggedOnceUntilAllIsClosed() throws {
        var room = Room(of: .app, descriptors: 16_384)
        (room.connections, room.connectionsOfOne) = (100, 1)
        let ledger = Ledger(room)
        try ledger.open(.user(1))
        for isFirst in [true, false] {
            let refusal = #expect(throws: Ledger.Refusal.self) { try ledger.open(.user(1)) }
            #expect(refusal?.isFirst == isFirst)
        }
        ledger.close(.user(1))
        try ledger.open(.user(1))
        #expect(#expect(throws: Ledger.Refusal.self) { try ledger.open(.user(1)) }?.isFirst == true)
    }

    @Test func appsOfAUserLeaveItTheControlSocket() async throws {
        OpenFiles.allowAll()
        try await Agent.run(callers: ["camera"]) { agent in
            var open: [ClientConnection] = []
            for _ in 0..<MessageLimits.connectionsOfOwner {
                let connection = try ClientConnection(path: agent.appPath("camera"))
                let _: AccessoryList = try await connection.call("org.accessoryd.Setup.ListAccessories", Nothing())
                open.append(connection)
            }
            #expect(try await agent.control(as: "camera").accessories().accessories.isEmpty)
            open.removeAll()
        }
    }

    @Test func streamsOfAUsersAppsLeaveItsToolsTheirs() async throws {
        try await Agent.run { agent in
            var open: [AgentStream<SessionEvent>.AsyncIterator] = []
            for _ in 0..<Limits.streamsPerUser {
                var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
                _ = try await events.next()
                open.append(events)
            }
            var monitor = try agent.control(as: "camera").stream(.monitor).makeAsyncIterator()
            #expect(try await monitor.next() != nil)
            open.removeAll()
        }
    }

    /// Twenty times most of a megabyte without an end.
    @Test func unfinishedMessagesOfOneUserEnd() async throws {
        try await Agent.run { agent in
            let half = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)
            var open: [Socket] = []
            for _ in 0..<20 {
                let socket = try Socket(path: agent.appPath("camera"))
                try socket.send(half)
                open.append(socket)
            }
            for socket in open { await socket.drained() }
            // Eight megabytes are eight of them; the agent has closed the others when it has read them.
            while open.count(where: { Self.isClosed($0) }) < 12 { await Task.yield() }
            #expect(open.count(where: { Self.isClosed($0) }) == 12)
            #expect(try await agent.app("plug").call(.listAccessories).accessories.isEmpty)
            for socket in open { socket.close() }
        }
    }

    private static func isClosed(_ socket: Socket) -> Bool {
        var request = pollfd(fd: socket.fileDescriptor, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }
}
