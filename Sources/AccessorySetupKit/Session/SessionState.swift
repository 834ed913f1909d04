// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The state of a session, and its reaction to each event. Pure: `LiveSession` performs the effects.
///
/// Attempts to open the agent's stream are numbered, so that a late event of an abandoned attempt has no effect.
struct SessionState {
    enum Phase: Hashable {
        case idle
        case activating
        case active
        /// The agent went away, and the next attempt is due later.
        case waiting
        case reconnecting
        case dead
    }

    enum Timer: Hashable, Sendable {
        /// The agent has to answer.
        case answer
        case retry
        /// The app has to be notified of the picker's end.
        case dismissal
    }

    enum Input {
        case activate
        case notified(SessionEvent, attempt: Int)
        case ended(SessionLoss, attempt: Int)
        case due(Timer)
        case showPicker(Int, ShowPickerRequest)
        /// The agent's answer; nil is success.
        case pickerAnswered(Int, AccessoryError?)
        /// The caller that waits for the picker stops waiting.
        case abandonPicker(Int)
        case invalidate
    }

    enum Effect: Hashable {
        case connect(attempt: Int)
        case disconnect
        case start(Timer, Duration)
        case stop(Timer)
        case deliver(Event)
        /// Phones have no event for it: only the streams of locations get it.
        case locate(Event)
        case showPicker(Int, ShowPickerRequest)
        /// Ends the call; the agent then closes the picker.
        case closePicker(Int)
        case settle(Int, AccessoryError?)
        /// No event will follow.
        case end
    }

    private enum Answer {
        /// The session is being activated; the picker is shown as soon as it is active.
        case queued(Int, ShowPickerRequest)
        case waited(for: Int)
        /// The answer is here, and the app has not been notified of the picker's end yet.
        case held(Int, AccessoryError?)
    }

    private(set) var phase = Phase.idle
    private(set) var accessories: [Accessory] = []
    private var attempt = 0
    private var reconnection = Reconnection()
    private var isPickerShown = false
    private var answer: Answer?
    /// Why the session is over, unless the app ended it.
    private var reason: AccessoryError?

    /// What every operation fails with when the session is over.
    var ending: AccessoryError { reason ?? AccessoryError(.invalidated, "the session is over; make a new one") }

    /// How long a picker's answer waits for the event that the picker is gone.
    static let dismissalTime: Duration = .seconds(1)

    mutating func receive(_ input: Input) -> [Effect] {
        switch input {
        case .activate:
            guard phase == .idle else { return [] }
            return connect(.activating)
        case .notified(let event, let attempt):
            return attempt == self.attempt && phase != .dead ? received(event) : []
        case .ended(let loss, let attempt):
            return attempt == self.attempt && phase != .dead ? lost(loss) : []
        case .due(.answer):
            guard phase == .activating || phase == .reconnecting else { return [] }
            return [.disconnect] + lost(.silent)
        case .due(.retry):
            return phase == .waiting ? connect(.reconnecting) : []
        case .due(.dismissal):
            return settleHeld()
        case .showPicker(let id, let request):
            return showPicker(id, request)
        case .pickerAnswered(let id, let error):
            guard case .waited(for: id)? = answer else { return [] }
            guard isPickerShown else {
                answer = nil
                return [.settle(id, error)]
            }
            answer = .held(id, error)
            return [.start(.dismissal, Self.dismissalTime)]
        case .abandonPicker(let id):
            return abandonPicker(id)
        case .invalidate:
            return phase == .dead ? [] : die(nil)
        }
    }

    private mutating func connect(_ next: Phase) -> [Effect] {
        phase = next
        attempt += 1
        return [.connect(attempt: attempt), .start(.answer, Reconnection.answerTime)]
    }

    private mutating func showPicker(_ id: Int, _ request: ShowPickerRequest) -> [Effect] {
        switch phase {
        case .active where answer != nil, .activating where answer != nil:
            return [.settle(id, AccessoryError(.pickerAlreadyActive, "this app's picker is being shown already"))]
        case .active:
            answer = .waited(for: id)
            return [.showPicker(id, request)]
        case .activating:
            answer = .queued(id, request)
            return []
        case .idle:
            return [.settle(id, AccessoryError(.activationFailed, "activate the session first"))]
        case .waiting, .reconnecting:
            return [.settle(id, AccessoryError(.activationFailed, "accessoryd is restarting; try again later"))]
        case .dead:
            return [.settle(id, ending)]
        }
    }

    private mutating func showQueued() -> [Effect] {
        guard case .queued(let id, let request)? = answer else { return [] }
        answer = .waited(for: id)
        return [.showPicker(id, request)]
    }

    private mutating func abandonPicker(_ abandoned: Int) -> [Effect] {
        let closing: [Effect]
        switch answer {
        case .queued(abandoned, _)?: closing = []
        case .waited(for: abandoned)?: closing = [.closePicker(abandoned)]
        case .queued?, .waited?, .held?, nil: return []
        }
        answer = nil
        return closing + [.settle(abandoned, AccessoryError(.userCancelled, "the app closed its picker"))]
    }

    private mutating func received(_ news: SessionEvent) -> [Effect] {
        let event = news.event
        switch event.type {
        case .activated:
            let before = accessories
            accessories = news.accessories ?? []
            defer { phase = .active }
            guard phase == .reconnecting else { return [.stop(.answer), .deliver(event)] + showQueued() }
            reconnection = Reconnection()
            return [.stop(.answer)] + AccessoryChanges(from: before, to: accessories).events.map(Effect.deliver)
        case .invalidated:
            return die(event.error ?? AccessoryError(.invalidated, "accessoryd ended the session"))
        case .migrationComplete:
            if let all = news.accessories { accessories = all }
        case .accessoryAdded, .accessoryChanged:
            guard let accessory = event.accessory else { break }
            if let index = accessories.firstIndex(where: { $0.id == accessory.id }) {
                accessories[index] = accessory
            } else {
                accessories.append(accessory)
            }
        case .accessoryRemoved:
            accessories.removeAll { $0.id == event.accessory?.id }
        case .pickerSetupFailed:
            dropHalfAdded()
        case .pickerDidPresent:
            isPickerShown = true
        case .pickerDidDismiss:
            isPickerShown = false
            dropHalfAdded()
            return [.deliver(event)] + settleHeld()
        case .accessoryArrived, .accessoryMoved, .accessoryGone:
            return [.locate(event)]
        case .accessoryDiscovered, .pickerSetupBridging, .pickerSetupPairing, .pickerSetupRename: break
        }
        return [.deliver(event)]
    }

    /// The agent keeps nothing that was not finished.
    private mutating func dropHalfAdded() { accessories.removeAll { $0.state == .awaitingAuthorization } }

    private mutating func settleHeld() -> [Effect] {
        guard case .held(let id, let error)? = answer else { return [] }
        answer = nil
        return [.stop(.dismissal), .settle(id, error)]
    }

    private mutating func lost(_ loss: SessionLoss) -> [Effect] {
        guard phase != .activating else { return die(loss.error(.activationFailed)) }
        let closing = phase == .active ? closePicker("accessoryd went away while the picker was shown") : []
        switch reconnection.lost(loss) {
        case .retry(let pause):
            phase = .waiting
            return [.stop(.answer)] + closing + [.start(.retry, pause)]
        case .giveUp:
            return closing + die(loss.error(.invalidated))
        }
    }

    /// Reports the end of a shown picker to the app, and answers its waiting caller.
    private mutating func closePicker(_ why: String) -> [Effect] {
        var effects: [Effect] = []
        if isPickerShown { effects.append(.deliver(Event(.pickerDidDismiss))) }
        isPickerShown = false
        dropHalfAdded()
        if case .waited(let id)? = answer {
            effects += [.closePicker(id), .settle(id, AccessoryError(.invalidated, why))]
            answer = nil
        }
        return effects + settleHeld()
    }

    private mutating func die(_ error: AccessoryError?) -> [Effect] {
        var closing: [Effect] = []
        if case .queued(let id, _)? = answer {
            closing = [.settle(id, error ?? AccessoryError(.invalidated, "the session ended before it was active"))]
            answer = nil
        }
        closing += closePicker("the session ended while the picker was shown")
        phase = .dead
        reason = error
        accessories = []
        return [.disconnect, .stop(.answer), .stop(.retry)] + closing
            + [.deliver(Event(.invalidated, error: error)), .end]
    }
}

extension SessionLoss {
    /// The error that an app gets when nothing more is tried. A refusal keeps its own text, but not the numbers.
    fileprivate func error(_ code: AccessoryError.Code) -> AccessoryError {
        switch self {
        case .gone(let detail), .strange(let detail): AccessoryError(code, detail)
        case .silent: AccessoryError(code, "accessoryd does not answer")
        case .refused(let error): AccessoryError(code, error.message, field: error.field)
        }
    }
}
