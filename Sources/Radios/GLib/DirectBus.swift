// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A connection to the bus without GDBus's own thread. Each message would go through that thread, with two changes of
/// threads and some forty system calls for a call with its answer, and twenty for a signal. Here it is one to send, and
/// one to receive all that have come.
///
/// Unchecked: made, used and dropped on the GLib thread.
final class DirectBus: @unchecked Sendable {
    /// Handles an answer before any later message is.
    typealias Answer = @Sendable (Result<[Variant], BusFault>) -> Void

    private struct Pending {
        let answer: Answer
        let deadline: Duration
    }

    private var stream: BusStream
    let executor: GLibExecutor
    private var watch: GLibWatch?
    private var isOpen = true
    private var closed: (@Sendable () -> Void)?
    private var lastSerial: UInt32 = 0
    private var pending: [UInt32: Pending] = [:]
    private var patience: (alarm: GLibAlarm, until: Duration)?
    /// What resumed with the last answer comes first.
    private var isPaused = false
    var signals = BusSignals()
    /// The signals of names that change owners.
    var owners: [Subscription] = []
    /// Our objects by path, with the interface of each.
    var objects: [String: (interface: String, body: @Sendable (Invocation) -> Void)] = [:]
    /// Our own name on the bus.
    private(set) var uniqueName: String?

    /// The bus's own.
    static let name = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"

    /// Connects; `closed` is called once, when the bus has gone.
    static func system(on executor: GLibExecutor, closed: @escaping @Sendable () -> Void) async throws -> DirectBus {
        let address = try found { g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, $0) }
        defer { g_free(address) }
        return try await at(String(cString: address), on: executor, closed: closed)
    }

    /// The same with the bus at this D-Bus address.
    static func at(
        _ address: String, on executor: GLibExecutor, closed: @escaping @Sendable () -> Void
    ) async throws -> DirectBus {
        let bus = DirectBus(try await BusStream.to(address), on: executor)
        bus.watch = GLibWatch(bus.stream.descriptor) { [weak bus] in bus?.ready() }
        bus.uniqueName = try await bus.call(name, path, name, "Hello").first?.text
        bus.closed = closed
        return bus
    }

    private init(_ stream: BusStream, on executor: GLibExecutor) {
        self.stream = stream
        self.executor = executor
    }

    // MARK: Calls

    /// Calls a method and returns the members of its reply, which must come within `limit`.
    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant] = [],
        limit: Duration = .seconds(25)
    ) async throws -> [Variant] {
        try await withCheckedThrowingContinuation { caller in
            call(name, path, interface, method, arguments, limit: limit) { caller.resume(with: $0) }
        }
    }

    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant],
        limit: Duration = .seconds(25), _ answer: @escaping Answer
    ) {
        do throws(BusFault) {
            guard isOpen else { throw Self.isClosed }
            let serial = try send(.call(name, path, interface, method, arguments))
            let deadline = bootTime() + limit
            pending[serial] = Pending(answer: answer, deadline: deadline)
            if patience.map({ deadline < $0.until }) != false { wait(until: deadline, for: limit) }
        } catch {
            answer(.failure(error))
        }
    }

    /// Calls a method of the bus, which does not answer.
    func callOneway(_ method: String, _ arguments: [Variant]) {
        _ = try? send(.call(Self.name, Self.path, Self.name, method, arguments, wantsAnswer: false))
    }

    func hasOwner(_ name: String) async throws -> Bool {
        try await call(Self.name, Self.path, Self.name, "NameHasOwner", [.string(name)]) == [.bool(true)]
    }

    @discardableResult
    func send(_ message: BusMessage?) throws(BusFault) -> UInt32 {
        guard let message else { throw BusFault(message: "no message") }
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        let bytes = try message.bytes(serial: lastSerial)
        let waited = stream.hasWaitingBytes
        if stream.send(bytes), !waited { watch?.expectRoom(true) }
        return lastSerial
    }

    /// One alarm for all calls, because most are answered long before.
    private func wait(until deadline: Duration, for time: Duration) {
        patience = (GLibAlarm(after: time) { [weak self] in self?.giveUp() }, deadline)
    }

    private func giveUp() {
        patience = nil
        let now = bootTime()
        for (serial, call) in pending where call.deadline <= now {
            pending[serial] = nil
            call.answer(.failure(BusFault(message: "no answer in the time for it")))
        }
        if let next = pending.values.map(\.deadline).min() { wait(until: next, for: next - now) }
    }

    // MARK: What comes

    private func ready() {
        if stream.hasWaitingBytes, !stream.flush() { watch?.expectRoom(false) }
        guard stream.receive() else { return close() }
        if !isPaused { handleMessages() }
    }

    private func handleMessages() {
        isPaused = false
        do {
            while isOpen, let message = try stream.next() {
                switch message.kind {
                case .signal: receive(signal: message)
                case .call: receive(call: message)
                case .answer, .error:
                    guard let call = pending.removeValue(forKey: message.answered) else { continue }
                    call.answer(message.kind == .error ? .failure(message.fault) : .success(message.members))
                    // Its caller goes on before the later messages, as they came.
                    isPaused = true
                    return executor.perform { self.handleMessages() }
                case .other: continue
                }
            }
        } catch {
            close()
        }
    }

    private func receive(call: BusMessage) {
        let invocation = Invocation(call, over: self)
        if let object = objects[call.path], object.interface == call.interface { return object.body(invocation) }
        invocation.refuse("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
    }

    private func close() {
        guard isOpen else { return }
        isOpen = false
        watch = nil
        patience = nil
        let calls = pending
        pending = [:]
        for call in calls.values { call.answer(.failure(Self.isClosed)) }
        let closed = closed
        self.closed = nil
        closed?()
    }

    private static let isClosed = BusFault(message: "the connection to the bus is closed")
}
