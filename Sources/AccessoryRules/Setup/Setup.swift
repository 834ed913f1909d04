// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// One run of the picker for one app: search, show, choose, pair, find its network, join, confirm, name, grant. It
/// settles once. A failed or unfinished run leaves nothing behind.
package struct Setup: Machine, Sendable, Equatable {
    package static let defaultTimeout: Duration = .seconds(30)
    /// How long an app may take to decide on the choice. Then the person's choice stands.
    package static let confirmationPatience: Duration = .seconds(10)
    /// How long an app may take to name the network of the choice, without which the set-up fails.
    package static let authorizationPatience: Duration = .seconds(120)
    /// How long a question is open before it counts as declined.
    package static let questionPatience: Duration = .seconds(120)
    /// How long the picker shows that nothing was found.
    package static let closingPatience: Duration = .seconds(60)
    /// How long the search for the network of a chosen accessory takes.
    package static let locatingPatience: Duration = .seconds(30)
    /// How long Bluetooth listens before its sightings count as complete: devices that want to be found advertise every
    /// second or two at the slowest.
    package static let listeningTime: Duration = .seconds(3)

    package let migrations: [Migration]
    package let interface: String
    /// Nil if the search goes on until the app ends it.
    package let timeout: Duration?
    /// MHz; the channels of earlier sightings of the app's accessories.
    package let likelyFrequencies: [Int]
    /// Nil if a person chooses; else a plan chooses by this rule, as soon as every channel has been visited.
    package let choice: Plan.Choice?
    /// For a plan: only a device that correlates with its network counts.
    package let requiresBridge: Bool
    /// An app does not get to know that nothing was found: to it, the person seems to have closed the picker.
    package let hidesNothingFound: Bool
    package internal(set) var state = State.idle
    package internal(set) var discovery: Discovery
    var passphrase: Passphrase?
    /// The device that this run made a bond with. The bond goes again unless the accessory is granted.
    var bond: MACAddress?
    /// The person agreed that the choice becomes an input device, which includes its pairing.
    var isAdmitted = false
    /// The chosen accessory's address for Bluetooth Classic.
    var classic: MACAddress?
    /// The app has confirmed the choice.
    var isConfirmed = false
    /// Why a radio cannot be used now.
    var wifiFault: AccessoryError?
    var bluetoothFault: AccessoryError?
    /// Bluetooth has worked, so it may work again.
    var hasHeardBluetooth = false
    /// The security that the person accepted for the chosen network.
    var accepted: Security?
    /// The caller can name an accessory's network.
    let canConfirm: Bool

    /// - Parameters:
    ///   - canConfirm: false if there is no app to finish an authorization.
    ///   - bridge: the correlations that are known before any sighting.
    ///   - expected: the least security of networks that were joined before.
    ///   - own: what the picker leaves out, because the app has it already.
    ///   - heard: the sightings of these very items a moment ago.
    package init(
        items: [Item], migrations: [Migration] = [], interface: String, timeout: Duration? = Self.defaultTimeout,
        likelyFrequencies: [Int] = [], filters: Bool = false, choice: Plan.Choice? = nil,
        requiresBridge: Bool = false, hidesNothingFound: Bool = false, canConfirm: Bool = true,
        bridge: Bridge = Bridge(), expected: [SSID: ExpectedSecurity] = [:], own: OwnAccessories = OwnAccessories(),
        heard: Discovery? = nil
    ) {
        self.requiresBridge = requiresBridge
        self.canConfirm = canConfirm
        self.migrations = migrations
        self.interface = interface
        self.timeout = timeout
        self.likelyFrequencies = likelyFrequencies
        self.choice = choice
        self.hidesNothingFound = hidesNothingFound
        discovery = heard ?? Discovery(items, filters: filters, bridge: bridge, expected: expected, own: own)
    }

    /// An event that comes late, twice, or for a state that is over has no effect.
    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .start: start()
        case .heard(let look, let time): observe(look, at: time)
        case .heardDevices(let devices, let time): observe(devices, at: time)
        case .cannotLook(let error): cannotLook(error)
        case .cannotListen(let error): cannotListen(error)
        case .listened: listened()
        case .due: due()
        case .select(let id, let passphrase): select(id, passphrase)
        case .approve(let approved): approve(approved)
        case .finishDiscovery: finishDiscovery()
        case .cancel: cancel()
        case .ended(let error): stop(error)
        case .callerGone: callerGone()
        case .pairingAsks(let question): pairingAsks(question)
        case .paired(let address): paired(address)
        case .pairingFailed(let failure): pairingFailed(failure)
        case .transportBridged(let address): transportBridged(address)
        case .transportNotBridged(let failure): transportNotBridged(failure)
        case .read(let answers): read(answers)
        case .notRead(let failure): notRead(failure)
        case .recognized(let accessory, let isShared): reached(nil, accessory, isShared)
        case .joined(let link, let accessory, let isShared): reached(link, accessory, isShared)
        case .joinFailed(let error): joinFailed(error)
        case .finishAuthorization(let settings): finishAuthorization(settings)
        case .failAuthorization: failAuthorization()
        case .retry(let passphrase): retry(passphrase)
        case .pointedOut(let bssid): pointedOut(bssid)
        case .passkey(let digits): typed(digits)
        case .named(let name, let ssid): named(name, ssid)
        case .consented: consented()
        case .declined: declined()
        case .granted(let accessory, let migrated): granted(accessory, migrated)
        case .migrated(let accessories): migrated(accessories)
        case .notGranted(let error): notGranted(error)
        }
    }

    // MARK: The choice

    /// - Parameter link: nil if there is no network to join.
    private mutating func reached(_ link: Link?, _ accessory: Accessory, _ isShared: Bool) -> [Effect] {
        guard case .chosen(let candidate, let work) = state, work == (link == nil ? .recognizing : .joining) else {
            return []
        }
        var choice = Choice(
            candidate: candidate, link: link, passphrase: passphrase, accessory: accessory, isShared: isShared)
        choice.isAcceptedAsNew = link != nil && accepted != nil
        if let classic, !isShared { choice.accessory.bluetoothTransportBridgingIdentifier = classic }
        guard !isConfirmed, candidate.item.options.contains(.confirmAuthorization) || choice.isIncomplete else {
            return authorized(choice)
        }
        choice.accessory.state = .awaitingAuthorization
        state = .authorizing(choice)
        let event = AccessoryModel.Event(.accessoryChanged, accessory: choice.accessory, link: link)
        return [
            .emit(event), .startTimer(choice.isIncomplete ? Self.authorizationPatience : Self.confirmationPatience),
        ]
    }

    private mutating func joinFailed(_ error: AccessoryError) -> [Effect] {
        switch state {
        case .authorizing(let choice), .asking(.name(let choice), _):
            return choice.link == nil ? [] : setupFailed(error, choice)
        case .chosen(let candidate, .joining): return joinFailed(error, candidate)
        case .idle, .searching, .choosing, .chosen, .asking, .halted, .granting, .migrating, .nothingFound, .finished:
            return []
        }
    }

    private mutating func joinFailed(_ error: AccessoryError, _ candidate: Candidate) -> [Effect] {
        if let change = error.change, choice == nil { return doubt(candidate, error, change) }
        let isAboutPassphrase = error.code == .wrongPassphrase || error.code == .passphraseMissing
        guard isAboutPassphrase, candidate.item.passphrase == nil, choice == nil else {
            return halt(candidate, error, at: .joining)
        }
        return askForPassphrase(candidate, error)
    }

    private mutating func retry(_ passphrase: Passphrase) -> [Effect] {
        guard case .asking(.passphrase(let candidate, _), _) = state else { return [] }
        return [.stopTimer] + join(candidate, passphrase)
    }

    private mutating func finishAuthorization(_ settings: Settings) -> [Effect] {
        guard case .authorizing(var choice) = state else { return [] }
        isConfirmed = true
        if !choice.isShared, let bridging = settings.bridging {
            choice.accessory.bluetoothTransportBridgingIdentifier = bridging
            classic = bridging
        }
        if choice.link == nil, let ssid = settings.ssid { return [.stopTimer] + locate(choice.candidate, ssid) }
        if let ssid = settings.ssid {
            choice.accessory.ssid = ssid
            choice.isElsewhere = ssid != choice.candidate.ssid
            // The access point of that SSID is not known yet.
            if choice.isElsewhere { choice.accessory.bssid = nil }
        }
        choice.accessory.state = .authorized
        return [.stopTimer] + authorized(choice)
    }

    private mutating func failAuthorization() -> [Effect] {
        guard case .authorizing(let choice) = state else { return [] }
        return leave(choice) + setupFailed(Self.failedByApp(choice), choice)
    }

    private mutating func named(_ name: String, _ ssid: SSID?) -> [Effect] {
        guard case .asking(.name(var choice), _) = state else { return [] }
        choice.accessory.displayName = name
        if let ssid { choice.accessory.ssid = ssid }
        return [.stopTimer] + grant(choice)
    }

    private mutating func consented() -> [Effect] {
        switch state {
        case .asking(.migration, _):
            state = .migrating
            return [.stopTimer, .migrate(migrations)]
        case .chosen(let candidate, .pairing): return answer(.yes, candidate)
        case .asking(.inputDevice(let candidate), _): return admit(candidate)
        case .asking(.repairing(let candidate), _): return pairAnew(candidate)
        case .asking(.security(let candidate, let change), _): return acceptAsNew(candidate, change)
        case .halted(let candidate, let work, _): return tryAgain(candidate, work)
        case .idle, .searching, .choosing, .chosen, .asking, .authorizing, .granting, .migrating, .nothingFound,
            .finished:
            return []
        }
    }

    mutating func declined() -> [Effect] {
        switch state {
        case .chosen(let candidate, .pairing): answer(.no, candidate)
        case .asking(.name(let choice), _): [.stopTimer] + grant(choice)
        case .asking(.migration, let error): dismiss(error)
        case .asking(_, let error), .halted(_, _, let error): setupFailed(error)
        case .idle, .searching, .choosing, .chosen, .authorizing, .granting, .migrating, .nothingFound, .finished: []
        }
    }

    private mutating func due() -> [Effect] {
        switch state {
        case .searching:
            // With a card on the screen a person may be about to choose; but the card may go again.
            guard choice != nil || discovery.choosable.isEmpty else { return startTimer(timeout) }
            return foundNothing(bluetoothFault ?? error(within: timeout))
        case .chosen(let candidate, .locating(let sought)):
            guard candidate.item.descriptor.wifi != nil else { return goOnAlone(candidate) }
            return halt(candidate, Self.notLocated(candidate, sought), at: .locating(sought))
        case .authorizing(let choice):
            guard !choice.isIncomplete else { return setupFailed(Self.neverConfirmed(choice), choice) }
            return [.note("'\(choice.accessory.displayName)': the app does not decide, and the choice stands")]
                + finishAuthorization(Settings())
        case .asking(.migration, _):
            return dismiss(Self.unanswered)
        case .nothingFound:
            return dismiss(Self.cancelled)
        case .asking, .halted, .chosen(_, .pairing):
            return declined()
        case .idle, .choosing, .chosen, .granting, .migrating, .finished:
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
        if state == .migrating { return setupFailed(error) }
        guard case .granting(let choice) = state else { return [] }
        return leave(choice) + setupFailed(error, choice)
    }

    // MARK: Cancellation

    private mutating func cancel() -> [Effect] { stop(Self.cancelled) }
    private mutating func callerGone() -> [Effect] { stop(Self.gone) }

    private mutating func stop(_ error: AccessoryError) -> [Effect] {
        switch state {
        case .idle: end(error)
        // Who closes the picker after a failure does not take the failure back.
        case .halted(_, _, let failure) where error == Self.cancelled: setupFailed(failure)
        case .chosen(_, .joining): [.leave] + dismiss(error)
        case .authorizing(let choice), .asking(.name(let choice), _): leave(choice) + dismiss(error)
        case .searching, .choosing, .chosen, .asking, .halted, .nothingFound: dismiss(error)
        case .granting, .migrating, .finished: []
        }
    }

    // MARK: Steps

    func startTimer(_ duration: Duration?) -> [Effect] { duration.map { [.startTimer($0)] } ?? [] }

    mutating func ask(_ question: Question, or error: AccessoryError) -> [Effect] {
        state = .asking(question, or: error)
        return [.ask(question), .startTimer(Self.questionPatience)]
    }

    private mutating func authorized(_ choice: Choice) -> [Effect] {
        guard choice.candidate.item.options.contains(.rename), !choice.isShared else { return grant(choice) }
        return [emit(.pickerSetupRename)] + ask(.name(choice), or: Self.cancelled)
    }

    private mutating func grant(_ choice: Choice) -> [Effect] {
        state = .granting(choice)
        return [.grant(choice, migrations)]
    }

    private func leave(_ choice: Choice) -> [Effect] { choice.link == nil ? [] : [.leave] }

    // MARK: Ends

    func emit(_ type: EventType) -> Effect { .emit(AccessoryModel.Event(type)) }

    mutating func foundNothing(_ error: AccessoryError) -> [Effect] {
        guard hidesNothingFound, choice == nil else { return dismiss(error) }
        state = .nothingFound(error)
        return [.stopSearching, .showNothingFound(error), .startTimer(Self.closingPatience)]
    }

    mutating func setupFailed(_ error: AccessoryError, _ choice: Choice? = nil) -> [Effect] {
        var accessory = choice?.accessory
        accessory?.state = .unauthorized
        return [.emit(AccessoryModel.Event(.pickerSetupFailed, accessory: accessory, error: error))] + dismiss(error)
    }

    /// Ends a run that never showed a picker, so it sends no events.
    private mutating func end(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [.dismiss(error), .settle(.failed(error))]
    }

    mutating func dismiss(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [.stopTimer, .stopSearching] + unbond() + [
            .dismiss(error), emit(.pickerDidDismiss), .settle(.failed(error)),
        ]
    }
}
