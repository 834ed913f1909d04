// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// A program behind the agent's provision socket, in place of accessory-provision: it takes the order, and sends these
/// lines. What follows its hand-over waits for the agent, as there.
final class ProvisionPeer: Sendable {
    private let listener: Listener
    private let log: Log

    /// For this and for what serves the connections.
    private final class Log: Sendable {
        let orders = Mutex<[String]>([])
    }

    /// The orders that came.
    var orders: [String] { log.orders.withLock { $0 } }
    /// An element for each connection that the agent has closed.
    let closings: AsyncStream<Void>

    /// - Parameters:
    ///   - staysOpen: the program runs on after its last line.
    ///   - isMute: it does not even end when it is asked whether it starts.
    ///   - check: the answer to a check of an address.
    init(
        _ agent: Agent, _ lines: [String], staysOpen: Bool = false, isMute: Bool = false,
        check: String = #"{"check":"silent"}"#
    ) throws {
        let log = Log()
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let listener = try Listener(path: "\(agent.directory)/provision.socket", mode: 0o600)
        (self.listener, self.log, self.closings) = (listener, log, closings)
        Task {
            for await socket in listener.connections {
                let left = Mutex<ArraySlice<String>>([])
                let say: @Sendable () -> Void = {
                    let next = left.withLock { left in
                        let end = left.firstIndex { $0.contains("handingOver") } ?? left.endIndex - 1
                        defer { left = left.isEmpty ? [] : left[(end + 1)...] }
                        return left.isEmpty ? [] : left[...end]
                    }
                    try? socket.send(Array(next.map { $0 + "\n" }.joined().utf8))
                    if !staysOpen, left.withLock({ $0.isEmpty }) { socket.close() }
                }
                socket.start { input in
                    switch input {
                    case .bytes(let bytes) where bytes == [UInt8(ascii: "\n")]: say()
                    case .bytes(let bytes):
                        let order = String(decoding: bytes, as: UTF8.self)
                        guard !order.hasPrefix(#"{"ready":"#) else { return isMute ? () : socket.close() }
                        log.orders.withLock { $0.append(order) }
                        left.withLock { $0 = order.hasPrefix(#"{"check":"#) ? [check] : lines[...] }
                        say()
                    case .end: closing.yield()
                    }
                }
            }
        }
    }

    deinit { listener.close() }
}
