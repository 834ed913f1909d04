// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc
import LinkCalls
import Varlink

/// A second station of a radio, which `accessory-link` made. It lasts as long as the connection to that program, so that it
/// also ends with this agent.
struct Station: Sendable {
    let interface: String
    private let connection: ClientConnection
    private let clock: any Clock<Duration>

    /// Why there is none, for people.
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// For each answer of the program.
    private static let patience: Duration = .seconds(5)

    /// Whether somebody would make one.
    static func isPossible(at socket: String) -> Bool { access(socket, R_OK | W_OK) == 0 }

    /// Makes one beside the station that the radio has. Throws `Failure`.
    static func add(
        beside radio: String, _ address: MACAddress, at socket: String, clock: any Clock<Duration>
    ) async throws -> Station {
        do {
            let connection = try ClientConnection(path: socket)
            let order = AddStationRequest(radio: radio, address: address.description)
            let reply = try await bounded(by: clock) { try await connection.call(.addStation, order) }
            return Station(interface: reply.interface, connection: connection, clock: clock)
        } catch let error as VarlinkError {
            guard case .string(let message)? = error.parameters["message"] else { throw error }
            throw Failure(description: "accessory-link: \(message)")
        }
    }

    /// Returns when the interface is gone, or `accessory-link` is.
    func remove() async {
        let order = RemoveStationRequest(interface: interface)
        _ = try? await Self.bounded(by: clock) { try await connection.call(.removeStation, order) }
        connection.close()
    }

    /// A call that is given up closes its connection.
    private static func bounded<Reply: Sendable>(
        by clock: any Clock<Duration>, _ call: @escaping @Sendable () async throws -> Reply
    ) async throws -> Reply {
        try await withThrowingTaskGroup(of: Reply.self) { group in
            group.addTask { try await call() }
            group.addTask {
                try await clock.sleep(for: patience)
                throw SocketError.peerDoesNotRead
            }
            defer { group.cancelAll() }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }
}
