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

    /// The effects of each event in each state. An event that comes late, twice, or for a state that is over has none.
    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start): start()
        case (.searching, .heard(let look, let time)): observe(look, at: time)
        case (.searching, .heardDevices(let devices, let time)): observe(devices, at: time)
        case (.searching, .cannotLook(let error)): cannotLook(error)
        case (.searching, .cannotListen(let error)): cannotListen(error)
        case (.searching, .listened): listened()
        case (.searching, .due): searched()
        case (.searching, .finishDiscovery): finishDiscovery()
        case (.searching, .approve(let approved)), (.choosing, .approve(let approved)): approve(approved)
        case (.searching, .select(let id, let given, let isAny)), (.choosing, .select(let id, let given, let isAny)):
            select(id, given, anyAccessPoint: isAny)

        case (.chosen(let candidate, .pairing), .pairingAsks(let question)): pairingAsks(candidate, question)
        case (.chosen(let candidate, .pairing), .passkey(let digits)): answer(.passkey(digits), candidate)
        case (.chosen(let candidate, .pairing), .consented): answer(.yes, candidate)
        case (.chosen(let candidate, .pairing), .declined), (.chosen(let candidate, .pairing), .due):
            answer(.no, candidate)
        case (.chosen(let candidate, .pairing), .paired(let address)): paired(candidate, address)
        case (.chosen(let candidate, .pairing), .pairingFailed(let failure)): pairingFailed(candidate, failure)
        case (.chosen(let candidate, .transportBridging), .transportBridged(let address)):
            transportBridged(candidate, address)
        case (.chosen(let candidate, .transportBridging), .transportNotBridged(let failure)):
            transportNotBridged(candidate, failure)
        case (.chosen(let candidate, .reading(let recipe)), .read(let answers)): read(candidate, recipe, answers)
        case (.chosen(let candidate, .reading), .notRead(let failure)): notRead(candidate, failure)
        case (.chosen(let candidate, .locating(let sought)), .heard(let look, let time)):
            locate(candidate, sought, in: look, at: time)
        case (.chosen(let candidate, .locating), .cannotLook(let error)):
            candidate.item.descriptor.wifi == nil ? goOnAlone(candidate) : setupFailed(error)
        case (.chosen(let candidate, .locating(let sought)), .due): notLocated(candidate, sought)
        case (.chosen(let candidate, .recognizing), .recognized(let accessory, let isShared)):
            reached(candidate, nil, accessory, isShared)
        case (.chosen(let candidate, .joining), .joined(let link, let accessory, let isShared)):
            reached(candidate, link, accessory, isShared)
        case (.chosen(let candidate, .joining), .joinFailed(let error)): joinFailed(candidate, error)

        case (.asking(.passphrase(let candidate, _), _), .retry(let given)): [.stopTimer] + join(candidate, given)
        case (.asking(.network(let candidate, _), _), .pointedOut(let bssid)): pointedOut(bssid, of: candidate)
        case (.asking(.inputDevice(let candidate), _), .consented): admit(candidate)
        case (.asking(.repairing(let candidate), _), .consented): pairAnew(candidate)
        case (.asking(.security(let candidate, let change), _), .consented): acceptAsNew(candidate, change)
        case (.asking(.migration, _), .consented): migrate()
        case (.asking(.migration, let error), .declined): dismiss(error)
        case (.asking(.migration, _), .due): dismiss(Self.unanswered)
        case (.asking(.name(let choice), _), .named(let name, let ssid)): named(choice, name, ssid)
        case (.asking(.name(let choice), _), .declined), (.asking(.name(let choice), _), .due):
            [.stopTimer] + grant(choice)
        case (.asking(_, let error), .declined), (.asking(_, let error), .due): setupFailed(error)
        case (.halted(let candidate, let work, _), .consented): tryAgain(candidate, work)
        case (.halted(_, _, let error), .declined), (.halted(_, _, let error), .due): setupFailed(error)

        case (.authorizing(let choice), .finishAuthorization(let settings)): finishAuthorization(choice, settings)
        case (.authorizing(let choice), .failAuthorization):
            leave(choice) + setupFailed(Self.failedByApp(choice), choice)
        case (.authorizing(let choice), .due): authorizationIsDue(choice)
        case (.authorizing(let choice), .joinFailed(let error)),
            (.asking(.name(let choice), _), .joinFailed(let error)):
            choice.link == nil ? [] : setupFailed(error, choice)
        case (.granting(let choice), .granted(let accessory, let migrated)): granted(choice, accessory, migrated)
        case (.granting(let choice), .notGranted(let error)): leave(choice) + setupFailed(error, choice)
        case (.migrating, .migrated(let accessories)): migrated(accessories)
        case (.migrating, .notGranted(let error)): setupFailed(error)

        case (.nothingFound, .due): dismiss(Self.cancelled)
        case (_, .cancel): stop(Self.cancelled)
        case (_, .ended(let error)): stop(error)
        case (_, .callerGone): stop(Self.gone)
        // The compiler cannot check a table of this size; SetupTableTests has every event in every state.
        default: []
        }
    }

    // MARK: Cancellation

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

    mutating func ask(_ question: Question, or error: AccessoryError) -> [Effect] {
        state = .asking(question, or: error)
        return [.ask(question), .startTimer(Self.questionPatience)]
    }

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
