// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing
import Varlink

@testable import AccessoryDaemon

@Suite struct SessionsTests {
    private let caller = Caller(identity: Identity(uid: 0, user: "root"), entrance: .control, app: nil)

    @Test func theEndClosesWhatIsOpen() async throws {
        var sessions = Sessions()
        let (server, client) = try Socket.pair()
        defer { client.close() }
        let connection = ServerConnection(server)
        _ = sessions.opened(connection, by: caller)
        sessions.end()
        #expect(await connection.serve { _ in } == .closed)
    }

    /// It was accepted, and its process was still being identified.
    @Test func aConnectionOfTheLastMomentDoesNotKeepTheAgent() async throws {
        var sessions = Sessions()
        sessions.end()
        let (server, client) = try Socket.pair()
        defer { client.close() }
        let connection = ServerConnection(server)
        _ = sessions.opened(connection, by: caller)
        #expect(await connection.serve { _ in } == .closed)
    }
}
