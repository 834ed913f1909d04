// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The flows that an app sees, each with its events in the documented order.
struct SetupFlowTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    /// The emitted events, and the outcome.
    private func run(
        _ machine: Setup, _ events: [Setup.Event]
    ) -> (events: [AccessoryModel.Event], settlement: Setup.Settlement?, effects: [Setup.Effect]) {
        var machine = machine
        let effects = events.flatMap { machine.receive($0) }
        let emitted = effects.compactMap { effect in
            if case .emit(let event) = effect { event } else { AccessoryModel.Event?.none }
        }
        let settlement = effects.compactMap { effect in
            if case .settle(let settlement) = effect { settlement } else { Setup.Settlement?.none }
        }
        return (emitted, settlement.first, effects)
    }

    private func code(_ settlement: Setup.Settlement?) -> AccessoryError.Code? {
        if case .failed(let error)? = settlement { error.code } else { nil }
    }

    private func chosen(_ place: SetupPaths.Place) -> [Setup.Event] { paths.events(to: .joining) + [paths.joined] }

    // MARK: Rename during set-up

    @Test func asksForANameAndAddsTheAccessoryUnderIt() {
        let events = chosen(.naming) + [.named("Porch", ssid: nil)]
        var named = paths.accessory
        named.displayName = "Porch"
        let item = paths.item([.rename])
        let (emitted, _, effects) = run(paths.machine(for: .naming), events)
        #expect(emitted.map(\.type) == [.pickerDidPresent, .pickerSetupRename])
        var candidate = paths.candidate
        candidate.item = item
        let choice = Setup.Choice(
            candidate: candidate, link: paths.link, passphrase: nil, accessory: named, isShared: false)
        #expect(effects.last == .grant(choice, []))
        let (all, settlement, _) = run(
            paths.machine(for: .naming), events + [.granted(named, migrated: [])])
        #expect(
            all.map(\.type) == [.pickerDidPresent, .pickerSetupRename, .accessoryAdded, .pickerDidDismiss])
        #expect(settlement == .added(named, paths.link, migrated: []))
    }

    @Test(arguments: [Setup.Event.declined, .due])
    func keepsTheSuggestedNameWhenNobodyGivesAnother(event: Setup.Event) {
        let (_, _, effects) = run(paths.machine(for: .naming), chosen(.naming) + [event])
        guard case .grant(let choice, _)? = effects.last else {
            Issue.record("nothing is granted")
            return
        }
        #expect(choice.accessory.displayName == "Camera")
    }

    @Test func asksForNoNameOfWhatOthersHaveAlready() {
        let shared = Setup.Event.joined(paths.link, paths.accessory, isShared: true)
        let (emitted, _, effects) = run(paths.machine(for: .naming), paths.events(to: .joining) + [shared])
        #expect(emitted.map(\.type) == [.pickerDidPresent])
        guard case .grant? = effects.last else {
            Issue.record("it is not granted")
            return
        }
    }

    // MARK: Two phases

    @Test func waitsForTheAppAndAddsWhenItFinishes() {
        let begun = chosen(.authorizing)
        let (emitted, none, _) = run(paths.machine(for: .authorizing), begun)
        #expect(emitted.map(\.type) == [.pickerDidPresent, .accessoryChanged])
        #expect(emitted.last?.accessory?.state == .awaitingAuthorization && emitted.last?.link == paths.link)
        #expect(none == nil)
        let (all, settlement, _) = run(
            paths.machine(for: .authorizing),
            begun + [
                .finishAuthorization(Setup.Settings()), .named("Porch", ssid: nil),
                .granted(paths.accessory, migrated: []),
            ])
        #expect(
            all.map(\.type) == [
                .pickerDidPresent, .accessoryChanged, .pickerSetupRename, .accessoryAdded, .pickerDidDismiss,
            ])
        #expect(settlement == .added(paths.accessory, paths.link, migrated: []))
    }

    @Test func aFullNameThatComesLaterIsTheAccessorys() throws {
        let later = try ssid("CAM-1-upstairs")
        let settings = Setup.Settings(ssid: later, bridging: try bssid(9))
        let machine = Setup(items: [paths.item([.confirmAuthorization])], interface: "wlan0")
        let events = chosen(.authorizing) + [.finishAuthorization(settings)]
        let (_, _, effects) = run(machine, events)
        guard case .grant(let choice, _)? = effects.last else {
            Issue.record("nothing is granted")
            return
        }
        #expect(choice.accessory.ssid == later && choice.accessory.state == .authorized)
        #expect(choice.accessory.bssid == nil)
        #expect(choice.accessory.bluetoothTransportBridgingIdentifier == settings.bridging)
        // Another network was joined, so it is left.
        let (_, settlement, all) = run(machine, events + [.granted(choice.accessory, migrated: [])])
        #expect(all.contains(.leave))
        #expect(settlement == .added(choice.accessory, nil, migrated: []))
    }

    @Test func rollsBackWhatTheAppFails() {
        let (emitted, settlement, effects) = run(
            paths.machine(for: .authorizing), chosen(.authorizing) + [.failAuthorization])
        #expect(
            emitted.map(\.type) == [.pickerDidPresent, .accessoryChanged, .pickerSetupFailed, .pickerDidDismiss])
        #expect(emitted[2].accessory?.state == .unauthorized && emitted[2].error?.code == .connectionFailed)
        #expect(code(settlement) == .connectionFailed && effects.contains(.leave))
    }

    @Test func aChoiceStandsIfTheAppDoesNotDecide() {
        let machine = Setup(items: [paths.item([.confirmAuthorization])], interface: "wlan0")
        let begun = chosen(.authorizing)
        #expect(run(machine, begun).effects.last == .startTimer(Setup.confirmationPatience))
        let (_, none, effects) = run(machine, begun + [.due])
        guard case .grant(let choice, _)? = effects.last else {
            Issue.record("nothing is granted")
            return
        }
        #expect(choice.accessory.state == .authorized && choice.accessory.ssid == paths.accessory.ssid && none == nil)
        // What the app decides afterwards comes too late.
        let (_, _, late) = run(machine, begun + [.due, .failAuthorization])
        #expect(late == effects && !late.contains(.leave))
    }

    @Test func thePersonStillNamesAChoiceThatStands() {
        let begun = chosen(.authorizing) + [.due]
        let (emitted, none, effects) = run(paths.machine(for: .authorizing), begun)
        #expect(emitted.map(\.type).suffix(1) == [.pickerSetupRename] && none == nil)
        #expect(effects.last == .startTimer(Setup.questionPatience))
    }

    @Test func anAppThatDiesBeforeItsTimeIsGrantedNothing() {
        let (emitted, settlement, effects) = run(
            paths.machine(for: .authorizing), chosen(.authorizing) + [.callerGone, .due])
        #expect(!emitted.map(\.type).contains(.accessoryAdded) && effects.contains(.leave))
        #expect(code(settlement) == .invalidated)
    }

    @Test(arguments: [SetupPaths.Place.authorizing, .naming])
    func rollsBackWhatIsHalfDoneWhenTheAppDies(place: SetupPaths.Place) {
        let (emitted, settlement, effects) = run(paths.machine(for: place), chosen(place) + [.callerGone])
        #expect(!emitted.map(\.type).contains(.accessoryAdded) && effects.contains(.leave))
        #expect(code(settlement) == .invalidated)
    }

    // MARK: Finish in the app

    @Test func sendsThePersonBackToTheApp() {
        let machine = Setup(items: [paths.item([.finishInApp])], interface: "wlan0")
        let (_, _, effects) = run(
            machine, chosen(.granting) + [.granted(paths.accessory, migrated: [])])
        #expect(effects.contains(.dismiss(nil, finishInApp: true)))
    }

    // MARK: A refused passphrase

    @Test func asksAgainForAPassphraseThatAPersonTyped() {
        let (emitted, none, effects) = run(paths.machine(for: .retrying), paths.events(to: .retrying))
        #expect(emitted.map(\.type) == [.pickerDidPresent] && none == nil)
        #expect(effects.suffix(1) == [.startTimer(Setup.questionPatience)])
        let (_, _, again) = run(
            paths.machine(for: .retrying), paths.events(to: .retrying) + [.retry(paths.typed)])
        guard case .join(_, paths.typed, _)? = again.last else {
            Issue.record("it is not joined again")
            return
        }
    }

    @Test(arguments: [Setup.Event.declined, .due])
    func failsWithTheRefusalWhenNoOtherPassphraseComes(event: Setup.Event) {
        let (emitted, settlement, _) = run(
            paths.machine(for: .retrying), paths.events(to: .retrying) + [event])
        #expect(emitted.map(\.type) == [.pickerDidPresent, .pickerSetupFailed, .pickerDidDismiss])
        #expect(settlement == .failed(paths.refusal))
    }

    // MARK: Migration

    @Test func migratesAfterOneConsentWithoutAnySearch() {
        let (emitted, settlement, effects) = run(
            paths.machine(for: .informing), [.start, .consented, .migrated([paths.migrated])])
        #expect(emitted.map(\.type) == [.pickerDidPresent, .migrationComplete, .pickerDidDismiss])
        #expect(settlement == .migrated([paths.migrated]))
        #expect(effects.contains(.ask(.migration([paths.migration]))))
        #expect(!effects.contains { if case .look = $0 { true } else { false } })
    }

    @Test func migratesNothingWithoutConsent() {
        let (emitted, settlement, effects) = run(paths.machine(for: .informing), [.start, .declined])
        #expect(emitted.map(\.type) == [.pickerDidPresent, .pickerDidDismiss])
        #expect(code(settlement) == .userCancelled)
        #expect(!effects.contains { if case .migrate = $0 { true } else { false } })
    }

    @Test func migratesWithSomethingNewOnlyWhenThatIsSetUp() {
        let machine = Setup(items: [paths.item], migrations: [paths.migration], interface: "wlan0")
        let (emitted, settlement, effects) = run(
            machine, chosen(.granting) + [.granted(paths.accessory, migrated: [paths.migrated])])
        #expect(
            emitted.map(\.type) == [.pickerDidPresent, .accessoryAdded, .migrationComplete, .pickerDidDismiss])
        #expect(settlement == .added(paths.accessory, paths.link, migrated: [paths.migrated]))
        #expect(effects.contains { if case .grant(_, [paths.migration]) = $0 { true } else { false } })
        let (cancelled, _, without) = run(machine, [.start, .cancel])
        #expect(cancelled.map(\.type) == [.pickerDidPresent, .pickerDidDismiss])
        #expect(!without.contains { if case .migrate = $0 { true } else { false } })
    }

    // MARK: Nothing found

    @Test func hidesFromTheAppThatNothingWasFound() {
        let machine = paths.machine(for: .nothingFound)
        let (emitted, none, effects) = run(machine, [.start, .due])
        #expect(emitted.map(\.type) == [.pickerDidPresent] && none == nil)
        let shown = effects.compactMap { effect in
            if case .showNothingFound(let error) = effect { error.code } else { AccessoryError.Code?.none }
        }
        #expect(shown == [.discoveryTimeout])
        for end in [Setup.Event.cancel, .due] {
            #expect(code(run(machine, [.start, .due, end]).settlement) == .userCancelled)
        }
        #expect(code(run(machine, [.start, .cannotLook(paths.unavailable), .cancel]).settlement) == .userCancelled)
    }

    @Test func anUnboundedSearchHasNoTimer() {
        let machine = Setup(items: [paths.item], interface: "wlan0", timeout: nil)
        let (_, _, effects) = run(machine, [.start])
        #expect(!effects.contains { if case .startTimer = $0 { true } else { false } })
    }
}
