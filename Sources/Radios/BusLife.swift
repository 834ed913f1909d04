// SPDX-License-Identifier: Apache-2.0

/// How an actor stands with the bus. Belongs to that actor.
final class BusLife {
    fileprivate var isConnecting = false
    fileprivate var isFlushDue = false
    fileprivate var reconnection: GLibAlarm?
    /// How long nothing is to be asked on the bus; nil once that has begun.
    fileprivate var pause: Duration?
    /// Whether that time is under way.
    fileprivate(set) var isLeftOut = false

    init(leftOutFor pause: Duration? = nil) { self.pause = pause }
}

/// An actor on the GLib thread whose world is on the bus: it connects when somebody first asks, again after the bus went,
/// and reports its state at every change.
protocol OnBus: Watchful {
    associatedtype State: Equatable & Sendable

    var executor: GLibExecutor { get }
    var life: BusLife { get }
    var observers: Observers<State> { get }
    var state: State { get }
    var isOnBus: Bool { get }

    /// Connects, and follows what this actor needs there. `closed` is to be called once, when the bus has gone.
    func connect(closed: @escaping @Sendable () -> Void) async throws

    /// Forgets the bus, and all that was on it.
    func disconnect()

    /// Wakes the waiters; something may have changed.
    func wake()
}

extension OnBus {
    /// The state, and each later one.
    func observedStates() async -> AsyncStream<State> {
        await connected()
        return observers.stream(of: state) { [executor] gone in
            executor.perform { self.assumeIsolated { $0.observers.forget(gone) } }
        }
    }

    /// Waits until the first connection was tried.
    func connected() async {
        if !isOnBus, life.reconnection == nil, !life.isConnecting { await connect() }
        if life.isConnecting { _ = try? await wait(.seconds(10)) { $0.life.isConnecting ? nil : true } }
    }

    private func connect() async {
        if let pause = life.pause {
            life.pause = nil
            life.isLeftOut = true
            return connectLater(after: pause)
        }
        life.isLeftOut = false
        life.isConnecting = true
        life.reconnection = nil
        do {
            try await connect { [executor] in
                executor.perform {
                    self.assumeIsolated {
                        $0.disconnect()
                        $0.connectLater()
                        $0.changed()
                    }
                }
            }
        } catch {
            connectLater()
        }
        life.isConnecting = false
        changed()
    }

    /// The one timer that runs without any caller: only while there is no bus.
    private func connectLater(after pause: Duration = .seconds(2)) {
        life.reconnection = GLibAlarm(after: pause) { [executor] in
            // A C callback has no task to be part of.
            Task(executorPreference: executor) { await self.connect() }
        }
    }

    /// Something may have changed. Wakes every waiter, once for many changes in a row.
    func changed() {
        guard !life.isFlushDue else { return }
        life.isFlushDue = true
        executor.perform { self.assumeIsolated { $0.flush() } }
    }

    private func flush() {
        life.isFlushDue = false
        wake()
        observers.notify(state)
    }
}
