// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// One run of the picker, event by event.
struct SetupTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    private func emit(_ type: EventType, _ accessory: Accessory? = nil, _ error: AccessoryError? = nil) -> Setup.Effect
    {
        .emit(Event(type, accessory: accessory, error: error))
    }

    private func dismiss(_ error: AccessoryError) -> [Setup.Effect] {
        [.stopTimer, .stopLooking, .dismiss(error), emit(.pickerDidDismiss), .settle(.failed(error))]
    }

    /// The error that a set-up was settled with.
    private func error(_ effects: [Setup.Effect]) -> AccessoryError? {
        if case .settle(.failed(let error))? = effects.last { error } else { nil }
    }

    // MARK: The whole way

    @Test func presentsShowsJoinsGrantsAndDismisses() throws {
        var setup = Setup(items: [paths.item], interface: "wlan0")
        #expect(
            setup.receive(.start)
                == [
                    .present, emit(.pickerDidPresent), .startTimer(.seconds(30)),
                    .look(LookRequest(interface: "wlan0")),
                ])
        #expect(
            setup.receive(.heard(Look(networks: [paths.candidate.network], isComplete: true)))
                == [.show([paths.candidate], isComplete: true)])
        #expect(
            setup.receive(.select(candidate: paths.candidate.id, passphrase: nil))
                == [.stopTimer, .stopLooking, .join(paths.candidate, try Passphrase("from the label"))])
        #expect(
            setup.receive(.joined(paths.link))
                == [.grant(paths.candidate, paths.link, try Passphrase("from the label"))])
        #expect(
            setup.receive(.granted(paths.accessory))
                == [
                    emit(.accessoryAdded, paths.accessory), .dismiss(nil), emit(.pickerDidDismiss),
                    .settle(.added(paths.accessory, paths.link)),
                ])
    }

    @Test func asksExactNamesByNameAndWaitsAsLongAsItIsTold() throws {
        let exact = Setup.Item(name: "Lamp", descriptor: try Descriptor(ssid: ssid("LAMP")))
        var setup = Setup(items: [paths.item, exact], interface: "wlan1", timeout: .seconds(5))
        let effects = setup.receive(.start)
        #expect(effects.contains(.look(LookRequest(interface: "wlan1", ssids: [try ssid("LAMP")]))))
        #expect(effects.contains(.startTimer(.seconds(5))))
    }

    @Test func prefersThePassphraseThatThePersonGave() throws {
        var setup = paths.setup(at: .showing)
        let given = try Passphrase("typed by hand")
        #expect(
            setup.receive(.select(candidate: paths.candidate.id, passphrase: given)).last
                == .join(paths.candidate, given))
        #expect(setup.receive(.joined(paths.link)) == [.grant(paths.candidate, paths.link, given)])
    }

    // MARK: Filter mode

    @Test func tellsTheAppOnceOfEachAndShowsWhatItApproves() throws {
        var setup = Setup(items: [paths.item], interface: "wlan0", filters: true)
        _ = setup.receive(.start)
        let look = Look(networks: [paths.candidate.network], isComplete: true)
        var discovered = paths.accessory
        discovered.id = paths.candidate.id
        discovered.state = .unauthorized
        #expect(
            setup.receive(.heard(look))
                == [
                    .emit(Event(.accessoryDiscovered, accessory: discovered, signal: paths.candidate.network.signal)),
                    .show([], isComplete: true),
                ])
        #expect(setup.receive(.heard(look)) == [.show([], isComplete: true)])
        // Not shown, not to be chosen.
        #expect(setup.receive(.select(candidate: paths.candidate.id, passphrase: nil)) == [])
        var approved = paths.candidate
        (approved.item.name, approved.item.image) = ("Mine", "mine.png")
        let approval = Setup.Approval(candidate: paths.candidate.id, name: "Mine", image: "mine.png")
        let stranger = Setup.Approval(candidate: "elsewhere", name: "No", image: nil)
        #expect(setup.receive(.approve([approval, stranger])) == [.show([approved], isComplete: true)])
        #expect(setup.receive(.finishDiscovery) == [.stopTimer, .stopLooking])
        // Nothing new comes, and what is there stays.
        #expect(setup.receive(.heard(Look(networks: [], isComplete: true))) == [])
        #expect(setup.receive(.due) == [])
        let chosen = setup.receive(.select(candidate: paths.candidate.id, passphrase: nil))
        #expect(chosen.last == .join(approved, paths.item.passphrase))
    }

    @Test func endsWhenTheAppApprovesNothing() throws {
        for event in [Setup.Event.due, .finishDiscovery] {
            var setup = paths.setup(at: .filtering)
            let failure = error(setup.receive(event))
            #expect(failure?.code == .discoveryTimeout && failure?.message.contains("approved") == true)
        }
    }

    @Test func endsWhenTheAppFinishesBeforeAnythingWasHeard() throws {
        var setup = paths.setup(at: .searching)
        #expect(error(setup.receive(.finishDiscovery))?.code == .discoveryTimeout)
    }

    // MARK: What is shown

    @Test func showsOnlyWhatMatchesAndCanBeJoined() throws {
        let exact = Setup.Item(name: "Lamp", descriptor: try Descriptor(ssid: ssid("LAMP")))
        var setup = Setup(items: [paths.item, exact], interface: "wlan0")
        _ = setup.receive(.start)
        let networks = [
            try network("CAM-1", 1), try network("LAMP", 2, security: .open), try network("Home", 3),
            try network(nil, 4), try network("CAM-2", 5, security: .wep),
            try network("CAM-3", 6, security: .enterprise),
            try network("LAMP-2", 7),
        ]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.candidates.map(\.ssid.description) == ["CAM-1", "LAMP"])
        #expect(setup.candidates.map(\.item.name) == ["Camera", "Lamp"])
        #expect(setup.candidates.map(\.isExact) == [false, true])
    }

    @Test func asksForAPassphraseOnlyWhereOneIsNeededAndNoneIsKnown() throws {
        let unknown = Setup.Item(name: "Lamp", descriptor: try Descriptor(ssidPrefix: ssid("LAMP")))
        var setup = Setup(items: [paths.item, unknown], interface: "wlan0")
        _ = setup.receive(.start)
        let networks = [
            try network("CAM-1", 1), try network("LAMP-1", 2), try network("LAMP-2", 3, security: .open),
            try network("LAMP-3", 4, security: .wpa3),
        ]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        let needing = setup.candidates.filter(\.needsPassphrase).map(\.ssid.description)
        #expect(Set(needing) == ["LAMP-1", "LAMP-3"])
        #expect(setup.candidates.count == 4)
    }

    @Test func keepsTheirPlacesAsAccessoriesComeAndGo() throws {
        var setup = paths.setup(at: .searching)
        func names(_ networks: WiFiNetwork...) -> [String] {
            _ = setup.receive(.heard(Look(networks: networks, isComplete: false)))
            return setup.candidates.map(\.ssid.description)
        }
        let weak = try network("CAM-1", 1, signal: 20)
        let strong = try network("CAM-2", 2, signal: 80)
        // The strongest first, in whatever order they were heard.
        #expect(names(weak, strong) == ["CAM-2", "CAM-1"])
        // Signals change; nothing moves under the person's finger.
        let risen = try network("CAM-1", 1, signal: 99)
        #expect(names(risen, strong) == ["CAM-2", "CAM-1"])
        #expect(setup.candidates.last?.network.signal == 99)
        // New ones follow, the gone are gone.
        let new = try network("CAM-3", 3, signal: 100)
        #expect(names(new, risen, strong) == ["CAM-2", "CAM-1", "CAM-3"])
        #expect(names(risen, new) == ["CAM-1", "CAM-3"])
        #expect(names(strong, risen, new) == ["CAM-1", "CAM-3", "CAM-2"])
        #expect(names() == [])
    }

    @Test func tellsAccessPointsOfOneNameApart() throws {
        var setup = paths.setup(at: .searching)
        let networks = [try network("CAM-1", 1, signal: 20), try network("CAM-1", 2, signal: 60)]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.candidates.map(\.network) == networks.reversed())
        #expect(Set(setup.candidates.map(\.id)).count == 2)
    }

    @Test func showsNoMoreThanItsLimit() throws {
        var setup = paths.setup(at: .searching)
        let networks = try (0..<200).map { try network("CAM-\($0)", UInt8($0), signal: $0 % 101) }
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.candidates.count == Setup.shownLimit)
        let strongest = networks.map(\.signal).sorted(by: >).prefix(Setup.shownLimit)
        #expect(setup.candidates.map(\.network.signal) == Array(strongest))
    }

    // MARK: Choosing nothing

    @Test func givesUpWhenNothingWasHeardInTime() {
        var setup = paths.setup(at: .searching)
        let effects = setup.receive(.due)
        #expect(error(effects)?.code == .discoveryTimeout)
        #expect(error(effects)?.message.contains("CAM-") == true)
        #expect(error(effects).map { effects == dismiss($0) } == true)
    }

    @Test func doesNotTakeAwayWhatAPersonMayBeAboutToChoose() {
        var setup = paths.setup(at: .showing)
        #expect(setup.receive(.due) == [.startTimer(Setup.defaultTimeout)])
        #expect(setup.receive(.select(candidate: paths.candidate.id, passphrase: nil)).contains(.stopTimer))
    }

    @Test func givesUpLaterWhenTheLastCandidateWentAfterTheTimeWasUp() {
        var setup = paths.setup(at: .showing)
        _ = setup.receive(.due)
        _ = setup.receive(.heard(Look(networks: [], isComplete: true)))
        #expect(error(setup.receive(.due))?.code == .discoveryTimeout)
    }

    @Test func ignoresTheChoiceOfWhatIsGone() {
        var setup = paths.setup(at: .showing)
        _ = setup.receive(.heard(Look(networks: [], isComplete: true)))
        #expect(setup.receive(.select(candidate: paths.candidate.id, passphrase: nil)).isEmpty)
        #expect(setup.state == .searching)
    }

    @Test(arguments: [SetupPaths.Place.searching, .showing])
    func dismissesWhenThePersonCancels(place: SetupPaths.Place) {
        var setup = paths.setup(at: place)
        let effects = setup.receive(.cancel)
        #expect(error(effects)?.code == .userCancelled)
        #expect(error(effects).map { effects == dismiss($0) } == true)
    }

    @Test func leavesWhatWasBeingJoinedWhenThePersonCancels() {
        var setup = paths.setup(at: .joining)
        let effects = setup.receive(.cancel)
        #expect(error(effects)?.code == .userCancelled)
        #expect(error(effects).map { effects == [.leave] + dismiss($0) } == true)
    }

    // MARK: Failing

    @Test func saysThatTheSetupFailedAndGrantsNothingWhenTheChoiceCannotBeJoined() {
        var setup = paths.setup(at: .joining)
        #expect(
            setup.receive(.joinFailed(paths.refusal))
                == [emit(.pickerSetupFailed, nil, paths.refusal)] + dismiss(paths.refusal))
        #expect(setup.receive(.joined(paths.link)).isEmpty)
        #expect(setup.receive(.granted(paths.accessory)).isEmpty)
    }

    @Test func leavesWhenTheGrantCannotBeWritten() {
        var setup = paths.setup(at: .granting)
        #expect(
            setup.receive(.notGranted(paths.refusal))
                == [.leave, emit(.pickerSetupFailed, nil, paths.refusal)] + dismiss(paths.refusal))
    }

    @Test(arguments: Unavailability.allCases)
    func saysWhyTheRadioCannotLook(why: Unavailability) {
        var setup = paths.setup(at: .showing)
        let effects = setup.receive(.lookFailed(why))
        #expect(error(effects) == AccessoryError(.radioUnavailable, "wlan0: \(why.rawValue)"))
    }

    // MARK: A caller that goes

    @Test func leavesWhenTheCallerGoesWhileJoining() {
        var setup = paths.setup(at: .joining)
        let effects = setup.receive(.callerGone)
        #expect(error(effects)?.code == .invalidated)
        #expect(error(effects).map { effects == [.leave] + dismiss($0) } == true)
    }

    @Test(arguments: [SetupPaths.Place.searching, .showing])
    func stopsLookingWhenTheCallerGoes(place: SetupPaths.Place) {
        var setup = paths.setup(at: place)
        let effects = setup.receive(.callerGone)
        #expect(error(effects)?.code == .invalidated)
        #expect(error(effects).map { effects == dismiss($0) } == true)
    }

    @Test func presentsNothingForACallerThatIsGoneAlready() {
        var setup = paths.setup(at: .idle)
        let effects = setup.receive(.callerGone)
        #expect(error(effects)?.code == .invalidated)
        #expect(error(effects).map { effects == [.dismiss($0), .settle(.failed($0))] } == true)
        #expect(setup.receive(.start).isEmpty)
    }

    /// The record may be on the disk already, so what is said must be that it is.
    @Test(arguments: ["cancel", "caller gone", "join failed"])
    func standsByAGrantThatIsBeingWritten(name: String) throws {
        var setup = paths.setup(at: .granting)
        let event = try #require(paths.events.first { $0.name == name }).event
        #expect(setup.receive(event).isEmpty)
        #expect(setup.receive(.granted(paths.accessory)).last == .settle(.added(paths.accessory, paths.link)))
    }
}
