// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import LinkCalls
import Synchronization
import Varlink

/// One lease's connection to accessory-link, which fences its interface for as long as the connection lasts.
final class FenceHold: Sendable {
    private struct State {
        var connection: ClientConnection?
        /// The latest order.
        var request: FenceRequest?
        /// Those that have no answer yet.
        var orders = 0
        /// The latest answer was a fence.
        var stands = false
        /// The fence is to stand until `open`, whatever the answer to an order is.
        var isLast = false
    }

    private let path: String
    private let clock: any Clock<Duration>
    private let lost: @Sendable () -> Void
    private let state = Mutex(State())

    /// As long as a join waits for it at most.
    private static let patience: Duration = .seconds(10)
    /// Between two orders while the accessory is left, which takes less as a rule.
    private static let renewal: Duration = .seconds(1)

    /// - Parameter lost: called when the connection ends by itself, and the fence with it.
    init(path: String, clock: any Clock<Duration>, lost: @escaping @Sendable () -> Void) {
        self.path = path
        self.clock = clock
        self.lost = lost
    }

    /// Has accessory-link start and load its rules while the network is looked for, so that no join need wait for that.
    func prepare() { _ = try? connect() }

    /// Fences the interface, or renews its fence.
    ///
    /// - Parameter isEarly: The interface is about to leave the uplink and to join the accessory. accessory-link asks only the kernel.
    func fence(_ interface: String, _ fence: Fence, isEarly: Bool) async -> FenceStanding {
        let request = FenceRequest(
            interface: interface,
            subjects: fence.all.map { Subject(cgroup: $0.cgroup, user: Int($0.user), multicast: $0.multicast) },
            accept: fence.ports.map(\.description), early: isEarly ? true : nil)
        var connection: ClientConnection?
        do {
            let connected = try connect()
            connection = connected
            state.withLock { ($0.request, $0.isLast) = (request, false) }
            return FenceStanding(try await order(request, over: connected), of: fence)
        } catch let error where Self.isUndecided(error) {
            var standing = FenceStanding(.none, reason: Self.reason(error, at: path))
            standing.isUndecided = true
            return standing
        } catch let error where Self.isLate(error) && state.withLock({ $0.stands }) {
            // Whoever keeps this machine busy must not end the fence with that. A program that hangs is ended by systemd.
            return FenceStanding(.none, reason: Self.reason(error, at: path))
        } catch {
            if let connection, !state.withLock({ $0.isLast }) { close(connection) }
            var standing = FenceStanding(.none, reason: Self.reason(error, at: path))
            standing.isWithoutLink = error is SocketError
            return standing
        }
    }

    /// The answer may come later than anybody waits for it: a call that is cancelled ends its connection.
    private func order(_ request: FenceRequest, over connection: ClientConnection) async throws -> FenceState {
        change(connection) { $0.orders += 1 }
        let (answers, answer) = AsyncThrowingStream.makeStream(of: FenceState.self)
        // It lasts longer than its caller.
        Task {
            do {
                let state = try await connection.call(.fence, request).fence
                change(connection) { ($0.orders, $0.stands) = ($0.orders - 1, true) }
                answer.yield(state)
                answer.finish()
            } catch {
                // What decides nothing ends no fence.
                change(connection) { ($0.orders, $0.stands) = ($0.orders - 1, $0.stands && Self.isUndecided(error)) }
                answer.finish(throwing: error)
            }
        }
        return try await bounded {
            for try await state in answers { return state }
            throw CancellationError()
        }
    }

    private func change(_ connection: ClientConnection, _ body: (inout State) -> Void) {
        state.withLock { if $0.connection === connection { body(&$0) } }
    }

    /// The accessory is being left, and `open` follows.
    func leave() { state.withLock { $0.isLast = true } }

    /// Ends the fence. A program that does not answer loses the connection, which ends it as well; one that has an order to answer
    /// still does so at once.
    func open() async {
        let (connection, request, orders) = state.withLock { ($0.connection, $0.request, $0.orders) }
        if let connection, let request, orders == 0 {
            _ = try? await bounded { try await connection.call(.open, OpenRequest(interface: request.interface)) }
        }
        close()
    }

    /// Ends the fence after an action, and renews it meanwhile: the accessory is not left while NetworkManager is kept busy.
    func open(after action: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { [clock] in
                while (try? await clock.sleep(for: Self.renewal)) != nil, !Task.isCancelled { await self.renew() }
            }
            await action()
            group.cancelAll()
        }
        await open()
    }

    private func renew() async {
        let order: (ClientConnection, FenceRequest)? = state.withLock { state in
            guard state.orders == 0, let connection = state.connection, var request = state.request else { return nil }
            // What the kernel shows of the interface is enough.
            request.early = true
            return (connection, request)
        }
        guard let (connection, request) = order else { return }
        _ = try? await self.order(request, over: connection)
    }

    func close() {
        let connection = state.withLock { state in
            defer { state = State() }
            return state.connection
        }
        connection?.close()
    }

    /// Not one that was made meanwhile.
    private func close(_ connection: ClientConnection) {
        connection.close()
        state.withLock { if $0.connection === connection { $0 = State() } }
    }

    /// The reason why no fence would stand. Nil if accessory-link answers.
    static func obstacle(at path: String, clock: any Clock<Duration>) async -> String? {
        let hold = FenceHold(path: path, clock: clock) {}
        defer { hold.close() }
        do {
            let connection = try hold.connect()
            _ = try await hold.bounded { () async throws -> Nothing in
                try await connection.call("\(LinkInterface.name).Open", OpenRequest(interface: ""))
            }
            return nil
        } catch let error as VarlinkError where error.name.hasSuffix(".Refused") {
            // There is nothing to open, and the program answers the agent.
            return nil
        } catch {
            return reason(error, at: path)
        }
    }

    private func connect() throws -> ClientConnection {
        if let connection = state.withLock({ $0.connection }) { return connection }
        let new = ClientConnection(try Socket(path: path)) { [weak self] in self?.ended() }
        state.withLock { $0 = State(connection: new) }
        return new
    }

    /// Nobody here closed it.
    private func ended() {
        let wasHeld = state.withLock { state in
            defer { state = State() }
            return state.connection != nil
        }
        if wasHeld { lost() }
    }

    private func bounded<Value: Sendable>(
        _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await call() }
            group.addTask { [clock] in
                try await clock.sleep(for: Self.patience)
                throw SocketError.peerDoesNotRead
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private static func isUndecided(_ error: any Error) -> Bool {
        (error as? VarlinkError)?.name.hasSuffix(".Undecided") == true
    }

    private static func isLate(_ error: any Error) -> Bool {
        if case SocketError.peerDoesNotRead = error { true } else { false }
    }

    private static func reason(_ error: any Error, at path: String) -> String {
        if let error = error as? VarlinkError {
            guard case .string(let message)? = error.parameters["message"] else { return "\(error)" }
            return "accessory-link: \(message)"
        }
        return "accessory-link does not answer at \(path) (\(error)); "
            + "'systemctl start accessory-link.socket' starts it"
    }
}

extension FenceStanding {
    init(_ state: FenceState, of fence: Fence) {
        self.init(state.reason == nil ? fence.kind : .user, reason: state.reason)
        (sent, received) = (state.sent, state.received)
        (refused, keptOut) = (state.refused, state.keptOut)
        refusals = state.refusals.map {
            Refusal(program: $0.program, user: UInt32(clamping: $0.user), packets: $0.packets)
        }
    }
}
