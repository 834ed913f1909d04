// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// A connection to the bus by sd-bus, which has no thread of its own. Through GDBus's each message would go with two changes
/// of threads and some forty system calls for a call with its answer, and twenty for a signal.
///
/// Unchecked: made, used and dropped on the GLib thread.
final class DirectBus: @unchecked Sendable {
    /// Handles an answer before any later message is.
    typealias Answer = @Sendable (Result<[Variant], BusFault>) -> Void

    /// A call that is not answered yet.
    fileprivate final class Call {
        weak var bus: DirectBus?
        let answer: Answer
        let deadline: SuspendingClock.Instant
        /// sd-bus's hold on this; without it there is no answer.
        var slot: OpaquePointer?

        init(_ answer: @escaping Answer, over bus: DirectBus, within limit: Duration) {
            self.bus = bus
            self.answer = answer
            deadline = .now + limit
        }

        deinit { sd_bus_slot_unref(slot) }
    }

    let pointer: OpaquePointer
    let executor: GLibExecutor
    private var watch: GLibWatch?
    private var isRoomExpected = false
    private var alarm: (alarm: GLibAlarm, until: UInt64)?
    private var isOpen = true
    private var opening: CheckedContinuation<Void, any Error>?
    private var closed: (@Sendable () -> Void)?
    private var pending: [ObjectIdentifier: Call] = [:]
    /// What resumed with the last answer comes first.
    private var isPaused = false
    var signals = BusSignals()
    /// The signals of names that change owners.
    var owners: [Subscription] = []
    /// Our objects by path, with the interface of each.
    var objects: [String: (interface: String, body: @Sendable (Invocation) -> Void)] = [:]
    /// Our own name on the bus.
    private(set) var uniqueName: String?

    /// Messages of one turn: whoever floods this process must not hold up the radios, which share its thread.
    private static let mostAtOnce = 64

    /// The bus's own.
    static let name = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"

    /// Connects to the bus at this D-Bus address, by default the system's. `closed` is called once, when the bus has gone.
    static func at(
        _ address: String?, on executor: GLibExecutor, closed: @escaping @Sendable () -> Void
    ) async throws -> DirectBus {
        let bus = try DirectBus(address ?? Bus.systemAddress(), on: executor)
        try await withCheckedThrowingContinuation { opening in
            bus.opening = opening
            bus.process()
        }
        bus.closed = closed
        return bus
    }

    private init(_ address: String, on executor: GLibExecutor) throws(BusFault) {
        var made: OpaquePointer?
        try BusFault.check(sd_bus_new(&made))
        guard let made else { throw BusFault(message: "sd-bus made no connection") }
        pointer = made
        self.executor = executor
        try BusFault.check(sd_bus_set_address(made, address))
        try BusFault.check(sd_bus_set_bus_client(made, 1))
        // Nobody gives this process open files.
        try BusFault.check(sd_bus_negotiate_fds(made, 0))
        try BusFault.check(sd_bus_add_filter(made, nil, received, Unmanaged.passUnretained(self).toOpaque()))
        try BusFault.check(sd_bus_start(made))
        let descriptor = sd_bus_get_fd(made)
        try BusFault.check(descriptor)
        watch = GLibWatch(descriptor) { [weak self] in self?.ready() }
    }

    deinit {
        pending = [:]
        sd_bus_close(pointer)
        sd_bus_unref(pointer)
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
            let message = try BusMessage.call(name, path, interface, method, arguments, over: pointer)
            let call = Call(answer, over: self, within: limit)
            try BusFault.check(
                sd_bus_call_async(
                    pointer, &call.slot, message.pointer, answered, Unmanaged.passUnretained(call).toOpaque(),
                    UInt64(clamping: limit.milliseconds) * 1000))
            pending[ObjectIdentifier(call)] = call
            expect()
        } catch {
            answer(.failure(error))
        }
    }

    /// Calls a method of the bus, which does not answer.
    func callOneway(_ method: String, _ arguments: [Variant]) {
        try? send(.call(Self.name, Self.path, Self.name, method, arguments, over: pointer, wantsAnswer: false))
    }

    func hasOwner(_ name: String) async throws -> Bool {
        try await call(Self.name, Self.path, Self.name, "NameHasOwner", [.string(name)]) == [.bool(true)]
    }

    func send(_ message: BusMessage) throws(BusFault) {
        guard isOpen else { throw Self.isClosed }
        try BusFault.check(sd_bus_send(pointer, message.pointer, nil))
        expect()
    }

    // MARK: What comes

    private func ready() {
        if !isPaused { process() }
    }

    private func process() {
        isPaused = false
        var count = 0
        while isOpen {
            let status = sd_bus_process(pointer, nil)
            if status < 0 { return close(BusFault(status: status)) }
            if let opening, sd_bus_is_ready(pointer) > 0 {
                self.opening = nil
                var name: UnsafePointer<CChar>?
                if sd_bus_get_unique_name(pointer, &name) >= 0, let name { uniqueName = String(cString: name) }
                opening.resume()
            }
            // Its caller goes on before the later messages, as they came.
            count += 1
            if count == Self.mostAtOnce { isPaused = true }
            if isPaused { return executor.perform { self.process() } }
            if status == 0 { break }
        }
        expect()
    }

    /// Waits for what sd-bus waits for. One alarm serves all calls, because most are answered long before.
    private func expect() {
        guard isOpen else { return }
        let expectsRoom = sd_bus_get_events(pointer) & POLLOUT != 0
        if expectsRoom != isRoomExpected { watch?.expectRoom(expectsRoom) }
        isRoomExpected = expectsRoom
        var until = UInt64.max
        guard sd_bus_get_timeout(pointer, &until) >= 0, until < alarm?.until ?? .max else { return }
        let time = Duration.microseconds(Int64(clamping: until)) - monotonicTime()
        alarm = (
            GLibAlarm(after: max(.zero, time) + .milliseconds(1)) { [weak self] in
                self?.alarm = nil
                self?.ready()
            }, until
        )
    }

    fileprivate func receive(answer: BusMessage, to call: Call) {
        guard pending.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
        isPaused = true
        guard answer.kind == .error else { return call.answer(.success(answer.members)) }
        // sd-bus reports what it has waited for in vain as the bus reports a service that has gone.
        let isLate = call.deadline <= .now
        call.answer(.failure(isLate ? BusFault(message: "no answer in the time for it") : answer.fault))
    }

    /// Returns whether nobody else is to handle it.
    fileprivate func receive(_ message: BusMessage) -> Bool {
        switch message.kind {
        case .signal: receive(signal: message)
        case .call:
            let (path, interface) = (message.path, message.interface)
            // sd-bus answers these.
            if interface == "org.freedesktop.DBus.Peer" { return false }
            let invocation = Invocation(message, over: self)
            guard let object = objects[path], object.interface == interface else {
                invocation.refuse("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
                return true
            }
            object.body(invocation)
        case .answer, .error, nil: break
        }
        return true
    }

    private func close(_ reason: BusFault) {
        guard isOpen else { return }
        isOpen = false
        watch = nil
        alarm = nil
        let calls = pending
        pending = [:]
        sd_bus_close(pointer)
        for call in calls.values { call.answer(.failure(Self.isClosed)) }
        opening?.resume(throwing: reason)
        opening = nil
        let closed = closed
        self.closed = nil
        closed?()
    }

    private static let isClosed = BusFault(message: "the connection to the bus is closed")
}

/// Called by sd-bus with the answer to a call, or with the error that there is none.
private func answered(
    _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let data else { return 0 }
    let call = Unmanaged<DirectBus.Call>.fromOpaque(data).takeUnretainedValue()
    call.bus?.receive(answer: BusMessage(message), to: call)
    return 0
}

/// Called by sd-bus with every other message.
private func received(
    _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let data else { return 0 }
    return Unmanaged<DirectBus>.fromOpaque(data).takeUnretainedValue().receive(BusMessage(message)) ? 1 : 0
}
