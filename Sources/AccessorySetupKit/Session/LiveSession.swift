// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Synchronization

/// Performs the effects that `SessionState` decides: the agent's stream, the timers, the picker's call, and the app's
/// events.
///
/// Everything happens under one lock, so events keep the agent's order. None of the app's code runs under the lock.
final class LiveSession: Sendable {
    typealias EventTaker = @Sendable (ASAccessoryEvent) -> Void
    typealias Completion = @Sendable (ASError?) -> Void

    private enum Activity: Hashable {
        case stream
        case timer(SessionState.Timer)
        case call(Int)
    }

    private struct Contents {
        var state = SessionState()
        var take: EventTaker?
        var queue = DispatchQueue(label: "org.accessoryd.session")
        var listeners: [Int: AsyncStream<ASAccessoryEvent>.Continuation] = [:]
        var locators: [Int: AsyncStream<ASAccessoryLocationChange>.Continuation] = [:]
        var completions: [Int: Completion] = [:]
        var tasks: [Activity: Task<Void, Never>] = [:]
        var lastID = 0
    }

    /// The number of unread events that a stream keeps.
    private static let unreadEvents = 256

    let sockets: AgentSockets
    private let client: SetupClient
    private let clock: any Clock<Duration>
    private let contents = Mutex(Contents())

    init(_ sockets: AgentSockets, clock: any Clock<Duration> = ContinuousClock()) {
        self.sockets = sockets
        client = SetupClient(sockets)
        self.clock = clock
    }

    var accessories: [ASAccessory] {
        contents.withLock { $0.state.accessories }.map { ASAccessory($0, from: sockets) }
    }

    /// The app has chosen a queue for its handlers.
    var hasQueue: Bool { contents.withLock { $0.state.phase != .idle } }

    /// A number for one operation.
    func makeID() -> Int {
        contents.withLock { contents in
            contents.lastID += 1
            return contents.lastID
        }
    }

    func activate(on queue: DispatchQueue, _ take: @escaping EventTaker) {
        contents.withLock { contents in
            // Events keep their order on a queue that runs several things at once, too.
            let serial = DispatchQueue(label: "org.accessoryd.session", target: queue)
            switch contents.state.phase {
            case .idle:
                contents.queue = serial
                contents.take = take
                receive(.activate, &contents)
            case .dead:
                let error = ASError(.invalidated, message: "the session is over; make a new one")
                serial.async { take(ASAccessoryEvent(.invalidated, error: error)) }
            case .activating, .active, .waiting, .reconnecting: break
            }
        }
    }

    func invalidate() { receive(.invalidate) }

    /// As `invalidate`, when nobody holds the session any more: then nobody is notified either.
    func abandon() {
        contents.withLock { contents in
            contents.take = nil
            receive(.invalidate, &contents)
        }
    }

    func listen() -> AsyncStream<ASAccessoryEvent> {
        let (stream, events) = AsyncStream.makeStream(
            of: ASAccessoryEvent.self, bufferingPolicy: .bufferingNewest(Self.unreadEvents))
        contents.withLock { contents in
            guard contents.state.phase != .dead else { return events.finish() }
            contents.lastID += 1
            let id = contents.lastID
            contents.listeners[id] = events
            events.onTermination = { [weak self] _ in self?.stopListening(id) }
        }
        return stream
    }

    func listenForLocations() -> AsyncStream<ASAccessoryLocationChange> {
        let (stream, changes) = AsyncStream.makeStream(
            of: ASAccessoryLocationChange.self, bufferingPolicy: .bufferingNewest(Self.unreadEvents))
        contents.withLock { contents in
            guard contents.state.phase != .dead else { return changes.finish() }
            contents.lastID += 1
            let id = contents.lastID
            contents.locators[id] = changes
            changes.onTermination = { [weak self] _ in self?.stopListening(id) }
        }
        return stream
    }

    func observe(_ accessories: [Accessory.ID]) -> AsyncThrowingStream<ASAccessoryPresenceChange, any Error> {
        let (stream, changes) = AsyncThrowingStream.makeStream(
            of: ASAccessoryPresenceChange.self, throwing: (any Error).self,
            bufferingPolicy: .bufferingNewest(Self.unreadEvents))
        // Ends with its reader.
        let task = Task { [client] in
            do {
                for try await reply in try client.stream(.observe, ObserveRequest(accessories: accessories)) {
                    if let update = reply.presence { changes.yield(ASAccessoryPresenceChange(update)) }
                }
                changes.finish()
            } catch {
                changes.finish(throwing: ASError(error as? AccessoryError ?? AccessoryError(.invalidated, "\(error)")))
            }
        }
        changes.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The thread that ends the stream may have the lock, so this runs on another one.
    private func stopListening(_ id: Int) {
        DispatchQueue.global().async { [weak self] in
            self?.contents.withLock { contents in
                contents.listeners[id] = nil
                contents.locators[id] = nil
            }
        }
    }

    // MARK: Operations

    func showPicker(_ request: ShowPickerRequest, _ id: Int, _ completion: @escaping Completion) {
        contents.withLock { contents in
            contents.completions[id] = completion
            receive(.showPicker(id, request), &contents)
        }
    }

    /// Performs one call at the agent. The session must be alive.
    func call(
        _ id: Int, _ completion: @escaping Completion,
        _ body: @escaping @Sendable (SetupClient) async throws -> Void
    ) {
        contents.withLock { contents in
            contents.completions[id] = completion
            switch contents.state.phase {
            case .dead:
                settle(id, ASError(contents.state.ending), &contents)
            case .idle:
                settle(id, ASError(.activationFailed, message: "activate the session first"), &contents)
            case .activating, .active, .waiting, .reconnecting:
                // Ends with its answer, with the session, or when its caller stops waiting.
                contents.tasks[.call(id)] = Task { [client, weak self] in
                    var failure: ASError?
                    do {
                        try await body(client)
                    } catch {
                        failure = ASError(any: error)
                    }
                    self?.finish(id, failure)
                }
            }
        }
    }

    /// Fails an operation before anything is sent.
    func refuse(_ id: Int, _ error: ASError, _ completion: @escaping Completion) {
        contents.withLock { contents in
            contents.completions[id] = completion
            settle(id, error, &contents)
        }
    }

    /// The caller of an operation stops waiting.
    func cancel(_ id: Int) {
        contents.withLock { contents in
            receive(.abandonPicker(id), &contents)
            contents.tasks[.call(id)]?.cancel()
        }
    }

    private func finish(_ id: Int, _ error: ASError?) {
        contents.withLock { contents in
            contents.tasks[.call(id)] = nil
            settle(id, error, &contents)
        }
    }

    private func settle(_ id: Int, _ error: ASError?, _ contents: inout Contents) {
        guard let completion = contents.completions.removeValue(forKey: id) else { return }
        contents.queue.async { completion(error) }
    }

    // MARK: Effects

    private func receive(_ input: SessionState.Input) { contents.withLock { receive(input, &$0) } }

    private func receive(_ input: SessionState.Input, _ contents: inout Contents) {
        for effect in contents.state.receive(input) { perform(effect, &contents) }
    }

    private func perform(_ effect: SessionState.Effect, _ contents: inout Contents) {
        switch effect {
        case .connect(let attempt):
            // The agent's stream lasts as long as the session, whatever the app does meanwhile.
            contents.tasks[.stream] = Task { [client, weak self] in
                let loss = await SessionLoss {
                    for try await event in try client.stream(.activate) {
                        self?.receive(.notified(event, attempt: attempt))
                    }
                }
                self?.receive(.ended(loss, attempt: attempt))
            }
        case .disconnect:
            contents.tasks.removeValue(forKey: .stream)?.cancel()
        case .start(let timer, let time):
            contents.tasks[.timer(timer)]?.cancel()
            // Ends by itself, or with an effect.
            contents.tasks[.timer(timer)] = Task { [clock, weak self] in
                guard (try? await clock.sleep(for: time)) != nil else { return }
                self?.contents.withLock { contents in
                    // Stopped under the lock, after its time.
                    if !Task.isCancelled { self?.receive(.due(timer), &contents) }
                }
            }
        case .stop(let timer):
            contents.tasks.removeValue(forKey: .timer(timer))?.cancel()
        case .deliver(let event):
            let event = ASAccessoryEvent(event, from: sockets)
            if let take = contents.take { contents.queue.async { take(event) } }
            for listener in contents.listeners.values { listener.yield(event) }
        case .locate(let event):
            guard let change = ASAccessoryLocationChange(event, from: sockets) else { return }
            for locator in contents.locators.values { locator.yield(change) }
        case .showPicker(let id, let request):
            // Ends with the picker, or with an effect.
            contents.tasks[.call(id)] = Task { [client, weak self] in
                var failure: AccessoryError?
                do {
                    _ = try await client.call(.showPicker, request)
                } catch {
                    failure = error as? AccessoryError ?? AccessoryError(.invalidated, "\(error)")
                }
                self?.receive(.pickerAnswered(id, failure))
            }
        case .closePicker(let id):
            contents.tasks.removeValue(forKey: .call(id))?.cancel()
        case .settle(let id, let error):
            contents.tasks[.call(id)] = nil
            settle(id, error.map { ASError($0) }, &contents)
        case .end:
            contents.take = nil
            for task in contents.tasks.values { task.cancel() }
            let ended = ASError(.invalidated, message: "the session ended before this was done")
            for id in contents.completions.keys.sorted() { settle(id, ended, &contents) }
            for listener in contents.listeners.values { listener.finish() }
            contents.listeners = [:]
            for locator in contents.locators.values { locator.finish() }
            contents.locators = [:]
        }
    }
}
