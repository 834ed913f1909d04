// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// What persons see: the registered pickers, the presentation on each seat's screen, which is one, on the picker that came
/// last, and its pictures.
struct Screens: Sendable {
    private struct Picker: Sendable {
        let screen: Presentation.Screen
        /// The only process whose presentations it answers; nil for those of everybody.
        let onlyOf: Int32?
        let updates: AsyncStream<PickerUpdate>.Continuation

        var session: Sessions.ID { screen.picker }
    }

    /// The asker of a presentation.
    struct Asker: Hashable, Sendable {
        var seat: String?
        var process: Int32?
        /// The user whose app it is; nil for a system unit, and for a caller that decides for apps.
        var user: UInt32?
    }

    private(set) var presentations: [Presentation.ID: Presentation] = [:]
    var pictures = Pictures()
    private var patience = PickerPatience()
    private var registered: [Picker] = []
    /// The requests that wait for a screen.
    private var waiting: [AsyncStream<Never>.Continuation] = []
    /// The requests that wait for a picker.
    private(set) var waitingForPicker: [Int: AsyncStream<Never>.Continuation] = [:]
    private var lastWaiting = 0

    var count: Int { registered.count }

    // MARK: Pickers

    /// - Parameter isOwn: the picker shows only the requests of its own process.
    mutating func register(
        _ id: Sessions.ID, _ caller: Caller, at seat: String?, isOwn: Bool
    ) throws(AccessoryError) -> AsyncStream<PickerUpdate> {
        guard !isOwn || !caller.isUsersPicker else {
            throw AccessoryError.invalid(
                "own", "own: a user's picker asks for nothing itself, because SetUp is for control.socket")
        }
        let screen = Presentation.Screen(
            picker: id, uid: caller.identity.uid, seat: seat, isUsers: caller.isUsersPicker)
        let (stream, continuation) = AsyncStream<PickerUpdate>.makeStream(bufferingPolicy: .bufferingOldest(256))
        registered.removeAll { $0.session == id }
        registered.append(Picker(screen: screen, onlyOf: isOwn ? caller.pid : nil, updates: continuation))
        continuation.yield(PickerUpdate(kind: .registered))
        for waiter in waitingForPicker.values { waiter.finish() }
        waitingForPicker = [:]
        return stream
    }

    /// If a picker dies, its presentation is cancelled: the person has left it. If an app's session ends, the app is gone.
    mutating func closed(_ session: Sessions.ID) {
        for (id, presentation) in presentations {
            if presentation.screen.picker == session { presentations[id]?.cancel() }
            if presentation.order.session == session { presentation.order.recipient.callerGone() }
        }
        registered.removeAll { entry in
            if entry.session == session { entry.updates.finish() }
            return entry.session == session
        }
    }

    /// The picker for a person at this seat: the one that came last is in front of the person. A person at another seat
    /// is never asked. A picker without a seat, such as a hub's, serves every seat without a picker. If the process is
    /// a picker itself, it gets its own requests. A user's own picker gets what that user's apps ask for, and only while
    /// the user is active at the seat.
    private func picker(for asker: Asker, _ isActive: (UInt32, String) -> Bool) -> Picker? {
        if let process = asker.process, let own = registered.last(where: { $0.onlyOf == process }) { return own }
        let common = registered.filter { $0.onlyOf == nil && (!$0.screen.isUsers || $0.screen.uid == asker.user) }
        guard let seat = asker.seat else { return common.last { !$0.screen.isUsers } }
        let here = common.last { $0.screen.seat == seat && (!$0.screen.isUsers || isActive($0.screen.uid, seat)) }
        return here ?? common.last { $0.screen.seat == nil }
    }

    /// Whether a picker can show what this asker asks for.
    func areThere(for asker: Asker, _ isActive: (UInt32, String) -> Bool) -> Bool {
        picker(for: asker, isActive) != nil
    }

    /// A stream that ends when the next picker registers. Whoever waits no longer calls `stopWaiting`.
    mutating func nextPicker() -> (number: Int, stream: AsyncStream<Never>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        lastWaiting += 1
        waitingForPicker[lastWaiting] = continuation
        return (lastWaiting, stream)
    }

    mutating func stopWaiting(_ number: Int) { waitingForPicker[number] = nil }

    /// Whether a process is its own picker.
    func hasOwn(_ process: Int32?) -> Bool { process != nil && registered.contains { $0.onlyOf == process } }

    private func isOwn(of presentation: Presentation) -> Bool {
        registered.contains { $0.session == presentation.screen.picker && $0.onlyOf != nil }
    }

    /// A stream that ends when the next presentation ends.
    mutating func nextDismissal() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        return stream
    }

    // MARK: Presentations

    /// How long an app has to wait before it may show something, since a person has cancelled. Throws
    /// `pickerRestricted` if that is longer than a call may wait.
    func pause(of claimant: Claimant, _ app: Manifest, at now: Duration) throws(AccessoryError) -> Duration? {
        guard let pause = patience.pause(of: claimant, at: now) else { return nil }
        guard pause.left > PickerPatience.longestWait else { return pause.left }
        let seconds = Int((pause.left + .milliseconds(999)).components.seconds)
        throw AccessoryError(
            .pickerRestricted,
            "a person has cancelled \(app.name)'s picker \(pause.count) times in a row; it may show one again in "
                + "\(seconds) s")
    }

    /// - Parameter isActive: whether a user is active at a seat.
    mutating func present(
        _ order: Presentation.Order, for asker: Asker, _ isActive: (UInt32, String) -> Bool
    ) throws(AccessoryError) -> Presentation.ID {
        guard let picker = picker(for: asker, isActive) else {
            let others = asker.seat == nil || registered.isEmpty ? "" : " at this seat"
            let cure =
                asker.user == nil || asker.seat == nil
                ? "start 'accessoryctl picker' or accessory-picker"
                : "start accessory-picker in the session on the screen, or 'accessoryctl picker' as root"
            throw AccessoryError(.pickerUnavailable, "no picker is running\(others), so nobody can choose; \(cure)")
        }
        let hasOwn = picker.onlyOf != nil
        let others = presentations.values.filter { $0.screen.isBeside(picker.screen) && isOwn(of: $0) == hasOwn }
        if let other = others.first {
            throw AccessoryError(
                .pickerAlreadyActive, "the picker is being shown for \(other.order.app.name); try again when it is gone"
            )
        }
        let id = UniqueID.make()
        presentations[id] = Presentation(order: order, screen: picker.screen, user: asker.user)
        return id
    }

    /// One presentation; nil when it is over.
    subscript(id: Presentation.ID) -> Presentation? {
        get { presentations[id] }
        set { presentations[id] = newValue }
    }

    mutating func show(_ update: PickerUpdate, in id: Presentation.ID) {
        guard var presentation = presentations[id] else { return }
        guard var update = presentation.show(update) else { return }
        presentations[id] = presentation
        update.presentation = id
        update.app = presentation.claimant.app
        update.appName = presentation.order.app.name
        guard let picker = registered.first(where: { $0.session == presentation.screen.picker }) else { return }
        // A picker that missed an update would show what is not there.
        if case .dropped = picker.updates.yield(update) { closed(picker.session) }
    }

    /// Asks the person, with a new identifier for the question.
    mutating func ask(_ question: PickerQuestion, renamesNetwork: Bool, in id: Presentation.ID) {
        var question = question
        question.id = UniqueID.make()
        show(PickerUpdate(kind: .question, question: question), in: id)
        presentations[id]?.renamesNetwork = renamesNetwork
    }

    /// Returns what has ended by it.
    @discardableResult
    mutating func dismiss(
        _ error: AccessoryError?, finishInApp: Bool, _ id: Presentation.ID, at now: Duration
    ) -> Presentation? {
        let presentation = presentations[id]
        if let presentation {
            pictures.forget(of: presentation.claimant)
            switch error {
            case _ where !presentation.order.isApps: break
            case nil: patience.succeeded(presentation.claimant)
            case _? where presentation.decision == .cancelled: patience.cancelled(presentation.claimant, at: now)
            case _?: break
            }
        }
        show(PickerUpdate(kind: .dismissed, error: error, finishInApp: finishInApp ? true : nil), in: id)
        presentations[id] = nil
        for waiter in waiting { waiter.finish() }
        waiting = []
        return presentation
    }

    // MARK: Pictures

    /// Drops pictures that came with requests and are not shown.
    mutating func forgetPictures(of claimant: Claimant) {
        if !presentations.values.contains(where: { $0.claimant == claimant }) { pictures.forget(of: claimant) }
    }

    // MARK: Events

    /// Remembers the accessory that the app must approve or confirm.
    mutating func noteNotified(_ event: Event, of claimant: Claimant) {
        guard let accessory = event.accessory,
            let id = presentations.first(where: { $0.value.claimant == claimant })?.key
        else { return }
        if event.type == .accessoryDiscovered { presentations[id]?.discovered.insert(accessory.id) }
        if accessory.state == .awaitingAuthorization { presentations[id]?.awaiting = accessory }
    }
}

extension Screens.Asker {
    init(_ caller: Caller, _ seat: (Identity) -> String?) {
        self.init(seat: seat(caller.identity), process: caller.pid, user: caller.userOfApp)
    }
}
