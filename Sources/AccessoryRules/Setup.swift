// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One run of the picker for one app: search, show, choose, join, confirm, name, grant. A result is settled once; whatever
/// fails, or is left half done, leaves nothing behind.
package struct Setup: Sendable, Equatable {
    package static let defaultTimeout: Duration = .seconds(30)
    /// How long an app may take to confirm what was chosen, before it is given up.
    package static let authorizationPatience: Duration = .seconds(120)
    /// How long a question stands before it counts as declined.
    package static let questionPatience: Duration = .seconds(120)
    /// How long a person is told that nothing was found.
    package static let closingPatience: Duration = .seconds(60)

    package let migrations: [Migration]
    package let interface: String
    /// Nil when the search goes on until the app ends it.
    package let timeout: Duration?
    /// MHz; where the app's accessories were heard before.
    package let likelyFrequencies: [Int]
    /// Who chooses: a person when nil, else a plan by this rule, as soon as every channel has been visited.
    package let choice: Plan.Choice?
    /// An app does not learn that nothing was found: to it that looks as if the person had closed the picker.
    package let hidesNothingFound: Bool
    package private(set) var state = State.idle
    package private(set) var discovery: Discovery
    private var passphrase: Passphrase?
    private var isDiscovering = true

    package init(
        items: [Item], migrations: [Migration] = [], interface: String, timeout: Duration? = Self.defaultTimeout,
        likelyFrequencies: [Int] = [], filters: Bool = false, choice: Plan.Choice? = nil,
        hidesNothingFound: Bool = false
    ) {
        self.migrations = migrations
        self.interface = interface
        self.timeout = timeout
        self.likelyFrequencies = likelyFrequencies
        self.choice = choice
        self.hidesNothingFound = hidesNothingFound
        discovery = Discovery(items, filters: filters)
    }

    /// What comes late, twice, or for a state that is over has no effect.
    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .start: start()
        case .heard(let look): heard(look)
        case .cannotLook(let error): cannotLook(error)
        case .due: due()
        case .select(let id, let passphrase): select(id, passphrase)
        case .approve(let approved): approve(approved)
        case .finishDiscovery: finishDiscovery()
        case .cancel: cancel()
        case .callerGone: callerGone()
        case .joined(let link, let accessory, let isShared): joined(link, accessory, isShared)
        case .joinFailed(let error): joinFailed(error)
        case .finishAuthorization(let settings): finishAuthorization(settings)
        case .failAuthorization: failAuthorization()
        case .retry(let passphrase): retry(passphrase)
        case .named(let name, let ssid): named(name, ssid)
        case .consented: consented()
        case .declined: declined()
        case .granted(let accessory, let migrated): granted(accessory, migrated)
        case .migrated(let accessories): migrated(accessories)
        case .notGranted(let error): notGranted(error)
        }
    }

    // MARK: Discovery

    private mutating func start() -> [Effect] {
        guard state == .idle else { return [] }
        let shown: [Effect] = [.present, emit(.pickerDidPresent)]
        guard !discovery.items.isEmpty else {
            state = .informing
            return shown + [.ask(.migration(migrations)), .startTimer(Self.questionPatience)]
        }
        state = .searching
        let request = LookRequest(
            interface: interface, ssids: discovery.items.compactMap(\.descriptor.ssid),
            likelyFrequencies: likelyFrequencies)
        return shown + startTimer(timeout) + [.look(request)]
    }

    private mutating func heard(_ look: Look) -> [Effect] {
        guard state == .searching, isDiscovering else { return [] }
        let found = discovery.hear(look)
        return found.map(Self.discovered) + [show] + chooseByPlan()
    }

    private mutating func cannotLook(_ error: AccessoryError) -> [Effect] {
        switch state {
        case .idle: [.present, emit(.pickerDidPresent)] + foundNothing(error)
        case .searching: foundNothing(error)
        case .joining, .retrying, .authorizing, .naming, .granting, .informing, .migrating, .nothingFound, .finished:
            []
        }
    }

    private mutating func approve(_ approved: [Discovery.Approval]) -> [Effect] {
        guard state == .searching, discovery.filters else { return [] }
        discovery.approve(approved)
        return [show]
    }

    private mutating func finishDiscovery() -> [Effect] {
        guard state == .searching, isDiscovering else { return [] }
        guard !discovery.choosable.isEmpty else { return foundNothing(error(within: nil)) }
        isDiscovering = false
        return [.stopTimer, .stopLooking]
    }

    private mutating func select(_ id: String, _ given: Passphrase?) -> [Effect] {
        guard state == .searching, let candidate = discovery.choosable.first(where: { $0.id == id }) else { return [] }
        return join(candidate, given ?? candidate.item.passphrase)
    }

    // MARK: The choice

    private mutating func joined(_ link: Link, _ accessory: Accessory, _ isShared: Bool) -> [Effect] {
        guard case .joining(let candidate) = state else { return [] }
        var choice = Choice(
            candidate: candidate, link: link, passphrase: passphrase, accessory: accessory, isShared: isShared)
        guard candidate.item.options.contains(.confirmAuthorization) else { return authorized(choice) }
        choice.accessory.state = .awaitingAuthorization
        state = .authorizing(choice)
        let event = AccessoryModel.Event(.accessoryChanged, accessory: choice.accessory, link: link)
        return [.emit(event), .startTimer(Self.authorizationPatience)]
    }

    private mutating func joinFailed(_ error: AccessoryError) -> [Effect] {
        switch state {
        case .joining(let candidate):
            guard error.code == .wrongPassphrase, candidate.needsPassphrase, choice == nil else {
                return setupFailed(error)
            }
            state = .retrying(candidate, error)
            return [.ask(.passphrase(candidate, error)), .startTimer(Self.questionPatience)]
        case .authorizing(let choice), .naming(let choice):
            return setupFailed(error, choice)
        case .idle, .searching, .retrying, .granting, .informing, .migrating, .nothingFound, .finished:
            return []
        }
    }

    private mutating func retry(_ passphrase: Passphrase) -> [Effect] {
        guard case .retrying(let candidate, _) = state else { return [] }
        return join(candidate, passphrase)
    }

    private mutating func finishAuthorization(_ settings: Settings) -> [Effect] {
        guard case .authorizing(var choice) = state else { return [] }
        if let ssid = settings.ssid {
            choice.accessory.ssid = ssid
            choice.isElsewhere = ssid != choice.candidate.ssid
            // Which access point has that name is not known yet.
            if choice.isElsewhere { choice.accessory.bssid = nil }
        }
        if !choice.isShared, let bridging = settings.bridging {
            choice.accessory.bluetoothTransportBridgingIdentifier = bridging
        }
        choice.accessory.state = .authorized
        return [.stopTimer] + authorized(choice)
    }

    private mutating func failAuthorization() -> [Effect] {
        guard case .authorizing(let choice) = state else { return [] }
        return [.leave] + setupFailed(Self.failedByApp(choice), choice)
    }

    private mutating func named(_ name: String, _ ssid: SSID?) -> [Effect] {
        guard case .naming(var choice) = state else { return [] }
        choice.accessory.displayName = name
        if let ssid { choice.accessory.ssid = ssid }
        return [.stopTimer] + grant(choice)
    }

    private mutating func consented() -> [Effect] {
        guard state == .informing else { return [] }
        state = .migrating
        return [.stopTimer, .migrate(migrations)]
    }

    private mutating func declined() -> [Effect] {
        switch state {
        case .retrying(_, let error): setupFailed(error)
        case .naming(let choice): [.stopTimer] + grant(choice)
        case .informing: dismiss(Self.cancelled)
        case .idle, .searching, .joining, .authorizing, .granting, .migrating, .nothingFound, .finished: []
        }
    }

    private mutating func due() -> [Effect] {
        switch state {
        case .searching:
            guard isDiscovering else { return [] }
            // With something on the screen a person may be about to choose; it may go again, though.
            guard discovery.choosable.isEmpty else { return startTimer(timeout) }
            return foundNothing(error(within: timeout))
        case .retrying, .naming:
            return declined()
        case .authorizing(let choice):
            return [.leave] + setupFailed(Self.neverConfirmed(choice), choice)
        case .informing:
            return dismiss(Self.unanswered)
        case .nothingFound:
            return dismiss(Self.cancelled)
        case .idle, .joining, .granting, .migrating, .finished:
            return []
        }
    }

    // MARK: The grant

    private mutating func granted(_ accessory: Accessory, _ migrated: [Accessory]) -> [Effect] {
        guard case .granting(let choice) = state else { return [] }
        state = .finished
        var effects: [Effect] = choice.isElsewhere ? [.leave] : []
        effects.append(.emit(AccessoryModel.Event(.accessoryAdded, accessory: accessory)))
        if !migrations.isEmpty { effects.append(emit(.migrationComplete)) }
        return effects + [
            .dismiss(nil, finishInApp: choice.candidate.item.options.contains(.finishInApp)), emit(.pickerDidDismiss),
            .settle(.added(accessory, choice.isElsewhere ? nil : choice.link, migrated: migrated)),
        ]
    }

    private mutating func migrated(_ accessories: [Accessory]) -> [Effect] {
        guard state == .migrating else { return [] }
        state = .finished
        return [
            emit(.migrationComplete), .dismiss(nil), emit(.pickerDidDismiss), .settle(.migrated(accessories)),
        ]
    }

    private mutating func notGranted(_ error: AccessoryError) -> [Effect] {
        switch state {
        case .granting(let choice): [.leave] + setupFailed(error, choice)
        case .migrating: setupFailed(error)
        case .idle, .searching, .joining, .retrying, .authorizing, .naming, .informing, .nothingFound, .finished: []
        }
    }

    // MARK: Those who go

    private mutating func cancel() -> [Effect] {
        switch state {
        case .idle: end(Self.cancelled)
        case .searching, .retrying, .informing, .nothingFound: dismiss(Self.cancelled)
        case .joining, .authorizing, .naming: [.leave] + dismiss(Self.cancelled)
        case .granting, .migrating, .finished: []
        }
    }

    private mutating func callerGone() -> [Effect] {
        switch state {
        case .idle: end(Self.gone)
        case .searching, .retrying, .informing, .nothingFound: dismiss(Self.gone)
        case .joining, .authorizing, .naming: [.leave] + dismiss(Self.gone)
        case .granting, .migrating, .finished: []
        }
    }

    // MARK: Steps

    private func startTimer(_ duration: Duration?) -> [Effect] { duration.map { [.startTimer($0)] } ?? [] }

    private var show: Effect {
        .show(discovery.shown, notShown: discovery.notShown, isComplete: discovery.isComplete)
    }

    /// In filter mode the app hears once of each candidate; it has no access to it by that.
    private static func discovered(_ candidate: Candidate) -> Effect {
        let accessory = Accessory(
            id: candidate.id, displayName: candidate.item.name, ssid: candidate.ssid, bssid: candidate.network.bssid,
            descriptor: candidate.item.descriptor, state: .unauthorized)
        return .emit(
            AccessoryModel.Event(.accessoryDiscovered, accessory: accessory, signal: candidate.network.signal))
    }

    /// What a plan does in a person's place.
    private mutating func chooseByPlan() -> [Effect] {
        let candidates = discovery.choosable
        guard let choice, discovery.isComplete,
            let strongest = candidates.max(by: { $0.network.signal < $1.network.signal })
        else { return [] }
        if choice == .only, candidates.count > 1 {
            let names = candidates.map { "'\($0.ssid)' (\($0.network.bssid))" }.joined(separator: ", ")
            return dismiss(
                AccessoryError(.invalidRequest, "the plan is for the only one that matches, and there are \(names)"))
        }
        guard !strongest.needsPassphrase else {
            return dismiss(
                AccessoryError(.wrongPassphrase, "'\(strongest.ssid)' needs a passphrase, and the plan has none"))
        }
        return join(strongest, strongest.item.passphrase)
    }

    private mutating func join(_ candidate: Candidate, _ passphrase: Passphrase?) -> [Effect] {
        state = .joining(candidate)
        self.passphrase = passphrase
        return [.stopTimer, .stopLooking, .join(candidate, passphrase)]
    }

    private mutating func authorized(_ choice: Choice) -> [Effect] {
        guard choice.candidate.item.options.contains(.rename), !choice.isShared else { return grant(choice) }
        state = .naming(choice)
        return [emit(.pickerSetupRename), .ask(.name(choice)), .startTimer(Self.questionPatience)]
    }

    private mutating func grant(_ choice: Choice) -> [Effect] {
        state = .granting(choice)
        return [.grant(choice, migrations)]
    }

    // MARK: Ends

    private func emit(_ type: EventType) -> Effect { .emit(AccessoryModel.Event(type)) }

    private mutating func foundNothing(_ error: AccessoryError) -> [Effect] {
        guard hidesNothingFound, choice == nil else { return dismiss(error) }
        state = .nothingFound(error)
        return [.stopLooking, .tellNothingFound(error), .startTimer(Self.closingPatience)]
    }

    private mutating func setupFailed(_ error: AccessoryError, _ choice: Choice? = nil) -> [Effect] {
        var accessory = choice?.accessory
        accessory?.state = .unauthorized
        return [.emit(AccessoryModel.Event(.pickerSetupFailed, accessory: accessory, error: error))] + dismiss(error)
    }

    /// The end of what was never shown: no events tell of it.
    private mutating func end(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [.dismiss(error), .settle(.failed(error))]
    }

    private mutating func dismiss(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [
            .stopTimer, .stopLooking, .dismiss(error), emit(.pickerDidDismiss), .settle(.failed(error)),
        ]
    }
}
