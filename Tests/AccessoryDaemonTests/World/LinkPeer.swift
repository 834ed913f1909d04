// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import LinkCalls
import Synchronization
import Varlink

/// A program behind the agent's link socket, in place of accessory-link: it notes the calls, and answers each with this.
final class LinkPeer: Sendable {
    private let listener: Listener
    private let log: Log

    /// For this and for what serves the connections.
    private final class Log: Sendable {
        let fences = Mutex<[FenceRequest]>([])
        let (orders, order) = AsyncStream.makeStream(of: Void.self)
        let opened = Mutex<[String]>([])
        let (openings, opening) = AsyncStream.makeStream(of: Void.self)
        let connections = Mutex<[ServerConnection]>([])

        func ended(_ interface: String?) {
            guard let interface else { return }
            opened.withLock { $0.append(interface) }
            opening.yield()
        }
    }

    var fences: [FenceRequest] { log.fences.withLock { $0 } }
    /// Has an element for each fence so far, and for each later one.
    var orders: AsyncStream<Void> { log.orders }
    /// The interfaces whose fences ended, by an order or with their connection.
    var opened: [String] { log.opened.withLock { $0 } }
    /// Has an element for each of them.
    var openings: AsyncStream<Void> { log.openings }

    init(
        _ agent: Agent,
        _ answer: @escaping @Sendable (FenceRequest) async throws -> FenceState = { _ in
            FenceState(sent: 0, received: 0, refused: 0, keptOut: 0, refusals: [])
        }
    ) throws {
        let log = Log()
        let listener = try Listener(path: "\(agent.directory)/link.socket", mode: 0o600)
        (self.listener, self.log) = (listener, log)
        Task {
            for await socket in listener.connections {
                let connection = ServerConnection(socket)
                log.connections.withLock { $0.append(connection) }
                Task {
                    let fenced = Mutex<String?>(nil)
                    _ = await connection.serve { call in
                        do {
                            switch call.method {
                            case LinkInterface.Fence.name:
                                let request: FenceRequest = try call.parameters()
                                log.fences.withLock { $0.append(request) }
                                log.order.yield()
                                fenced.withLock { $0 = request.interface }
                                try connection.reply(to: call, FenceReply(fence: try await answer(request)))
                            case LinkInterface.Open.name:
                                let request: OpenRequest = try call.parameters()
                                guard !request.interface.isEmpty else {
                                    throw LinkInterface.Failure.refused("there is none", field: "interface")
                                }
                                fenced.withLock { $0 = nil }
                                log.ended(request.interface)
                                try connection.reply(to: call)
                            case _: throw VarlinkError.methodNotFound(call.method)
                            }
                        } catch let failure as LinkInterface.Failure {
                            try? connection.fail(call, failure.error)
                        } catch {}
                    }
                    log.ended(fenced.withLock { $0.take() })
                }
            }
        }
    }

    deinit { listener.close() }

    /// As if it was killed.
    func hangUp() {
        for connection in log.connections.withLock({ $0 }) { connection.close() }
    }
}
