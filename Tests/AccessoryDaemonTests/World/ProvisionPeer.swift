// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// A program behind the agent's provision socket, in place of accessory-provision: it takes the order, and sends these
/// lines.
final class ProvisionPeer: Sendable {
    private struct Log {
        var orders: [String] = []
        var closed = 0
    }

    private let listener: Listener
    private let log: Record

    /// The log, for this and for what serves the connections.
    private final class Record: Sendable {
        let log = Mutex(Log())
    }

    /// The orders that came.
    var orders: [String] { log.log.withLock { $0.orders } }
    /// The connections that the agent has closed.
    var closed: Int { log.log.withLock { $0.closed } }

    /// - Parameters:
    ///   - staysOpen: the program runs on after its last line.
    ///   - check: the answer to a check of an address.
    init(
        _ agent: Agent, _ lines: [String], staysOpen: Bool = false, check: String = #"{"check":"silent"}"#
    ) throws {
        let log = Record()
        let listener = try Listener(path: "\(agent.directory)/provision.socket", mode: 0o600)
        (self.listener, self.log) = (listener, log)
        Task {
            for await socket in listener.connections {
                socket.start { input in
                    switch input {
                    case .bytes(let bytes):
                        let order = String(decoding: bytes, as: UTF8.self)
                        log.log.withLock { $0.orders.append(order) }
                        let lines = order.hasPrefix(#"{"check":"#) ? [check] : lines
                        try? socket.send(Array(lines.map { $0 + "\n" }.joined().utf8))
                        if !staysOpen { socket.close() }
                    case .end: log.log.withLock { $0.closed += 1 }
                    }
                }
            }
        }
    }

    deinit { listener.close() }
}
