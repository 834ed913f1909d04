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
        [.stopTimer, .stopSearching, .dismiss(error), emit(.pickerDidDismiss), .settle(.failed(error))]
    }

    private func choice(_ passphrase: Passphrase?) -> Setup.Choice {
        Setup.Choice(
            candidate: paths.candidate, link: paths.link, passphrase: passphrase, accessory: paths.accessory,
            isShared: false)
    }

    /// The error that a set-up was settled with.
    private func error(_ effects: [Setup.Effect]) -> AccessoryError? {
        if case .settle(.failed(let error))? = effects.last { error } else { nil }
    }

    // MARK: The whole way

    @Test(arguments: [true, false]) func knowsWhetherAnotherAccessPointMayBeMeant(isAny: Bool) throws {
        var setup = Setup(items: [paths.item], interface: "wlan0")
        _ = setup.receive(.start)
        _ = setup.receive(.heard(Look(networks: [paths.network], isComplete: true)))
        var chosen = paths.candidate
        chosen.isAnyOfItsName = isAny
        let effects = setup.receive(.select(candidate: chosen.id, passphrase: nil, anyAccessPoint: isAny))
        #expect(effects.last == .join(chosen, try Passphrase("from the label")))
        #expect(chosen.accessPoint == (isAny ? nil : paths.network.bssid))
    }

    @Test func presentsShowsJoinsGrantsAndDismisses() throws {
        var setup = Setup(items: [paths.item], interface: "wlan0")
        #expect(
            setup.receive(.start)
                == [
                    .present, emit(.pickerDidPresent), .startTimer(.seconds(30)),
                    .look(LookRequest(interface: "wlan0")),
                ])
        #expect(
            setup.receive(.heard(Look(networks: [paths.network], isComplete: true)))
                == [.show([paths.candidate], notShown: 0, isComplete: true)])
        #expect(
            setup.receive(.select(candidate: paths.candidate.id, passphrase: nil))
                == [.stopTimer, .stopSearching, .join(paths.candidate, try Passphrase("from the label"))])
        #expect(
            setup.receive(paths.joined)
                == [.grant(choice(try Passphrase("from the label")), [])])
        #expect(
            setup.receive(.granted(paths.accessory, migrated: []))
                == [
                    emit(.accessoryAdded, paths.accessory), .dismiss(nil), emit(.pickerDidDismiss),
                    .settle(.added(paths.accessory, paths.link, migrated: [])),
                ])
    }

    @Test func asksExactNamesByNameAndWaitsForTheGivenTime() throws {
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
        #expect(setup.receive(paths.joined) == [.grant(choice(given), [])])
    }

    // MARK: Choosing nothing

    @Test func givesUpWhenNothingWasSeenInTime() {
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

    @Test func failsAndGrantsNothingWhenTheChoiceCannotBeJoined() {
        var setup = paths.setup(at: .joining)
        #expect(
            setup.receive(.joinFailed(paths.refusal))
                == [emit(.pickerSetupFailed, nil, paths.refusal)] + dismiss(paths.refusal))
        #expect(setup.receive(paths.joined).isEmpty)
        #expect(setup.receive(.granted(paths.accessory, migrated: [])).isEmpty)
    }

    @Test func leavesWhenTheGrantCannotBeWritten() {
        var setup = paths.setup(at: .granting)
        var refused = paths.accessory
        refused.state = .unauthorized
        #expect(
            setup.receive(.notGranted(paths.refusal))
                == [.leave, emit(.pickerSetupFailed, refused, paths.refusal)] + dismiss(paths.refusal))
    }

    @Test func reportsWhyTheRadioCannotLook() {
        for place in [SetupPaths.Place.searching, .showing] {
            var setup = paths.setup(at: place)
            #expect(error(setup.receive(.cannotLook(paths.unavailable))) == paths.unavailable)
        }
    }

    @Test func showsThePersonWhyNothingCanBeLookedForAtAll() {
        var setup = paths.setup(at: .idle)
        let effects = setup.receive(.start) + setup.receive(.cannotLook(paths.unavailable))
        #expect(Array(effects.prefix(2)) == [.present, emit(.pickerDidPresent)])
        #expect(Array(effects.suffix(5)) == dismiss(paths.unavailable))
    }

    // MARK: A caller that leaves

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

    /// The record may be on the disk already, so the answer must be that it is.
    @Test(arguments: ["cancel", "caller gone", "join failed"])
    func standsByAGrantThatIsBeingWritten(name: String) throws {
        var setup = paths.setup(at: .granting)
        let event = try #require(paths.events.first { $0.name == name }).event
        #expect(setup.receive(event).isEmpty)
        #expect(
            setup.receive(.granted(paths.accessory, migrated: [])).last
                == .settle(.added(paths.accessory, paths.link, migrated: [])))
    }
}
