// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The flows of accessories with a Bluetooth side, with their events in the documented order.
struct BluetoothFlowTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    private struct Outcome {
        var events: [EventType] = []
        var effects: [Setup.Effect] = []
        var error: AccessoryError?
        var grant: Setup.Choice?
    }

    private func run(_ machine: Setup, _ events: [Setup.Event]) -> Outcome {
        var machine = machine
        var outcome = Outcome()
        for effect in events.flatMap({ machine.receive($0) }) {
            outcome.effects.append(effect)
            switch effect {
            case .emit(let event): outcome.events.append(event.type)
            case .settle(.failed(let error)): outcome.error = error
            case .grant(let choice, _): outcome.grant = choice
            case _: break
            }
        }
        return outcome
    }

    private func machine(_ item: Setup.Item, choice: Plan.Choice? = nil) -> Setup {
        Setup(items: [item], interface: "wlan0", choice: choice)
    }

    private func item(
        ssid exact: String? = nil, prefix: String? = nil, _ support: Set<Descriptor.SupportOption> = [],
        _ options: Setup.Options = []
    ) throws -> Setup.Item {
        Setup.Item(
            name: "Dual",
            descriptor: try Descriptor(
                ssid: exact.map { try ssid($0) }, ssidPrefix: prefix.map { try ssid($0) },
                bluetooth: try BluetoothRule(service: BluetoothUUID("FEA6")), supportedOptions: support),
            options: options)
    }

    private var select: Setup.Event { .select(candidate: "\(paths.device.address)", passphrase: nil) }
    private func heard(_ networks: [WiFiNetwork], isComplete: Bool = true) -> Setup.Event {
        .heard(Look(networks: networks, isComplete: isComplete))
    }

    // MARK: Bluetooth alone

    @Test func grantsABluetoothAccessoryWithoutJoiningAnything() throws {
        let machine = machine(try item())
        let begun: [Setup.Event] = [.start, .heardDevices([paths.device]), select]
        let chosen = run(machine, begun)
        #expect(!chosen.effects.contains { if case .look = $0 { true } else { false } })
        let done = run(
            machine, begun + [.recognized(paths.accessory, isShared: false), .granted(paths.accessory, migrated: [])])
        #expect(done.grant?.link == nil && done.grant?.candidate.device == paths.device)
        #expect(done.events == [.pickerDidPresent, .accessoryAdded, .pickerDidDismiss])
        #expect(!done.effects.contains { if case .join = $0 { true } else { false } })
    }

    @Test func reportsWhyBluetoothCannotBeUsed() throws {
        let outcome = run(machine(try item()), [.start, .cannotListen(paths.unavailable)])
        #expect(outcome.error == paths.unavailable)
    }

    @Test func goesOnWithWiFiWhereSomethingElseIsLookedForThere() throws {
        let machine = Setup(items: [try item(), paths.item], interface: "wlan0")
        let outcome = run(
            machine, [.start, .cannotListen(paths.unavailable), heard([paths.network])])
        #expect(outcome.error == nil)
        guard case .show(let shown, _, _)? = outcome.effects.last else {
            Issue.record("nothing is shown")
            return
        }
        #expect(shown.map(\.ssid) == [paths.candidate.ssid])
    }

    @Test func waitsForABluetoothServiceThatWentAndMayComeBack() throws {
        let machine = machine(try item())
        let gone: [Setup.Event] = [
            .start, .heardDevices([paths.device]), .cannotListen(paths.unavailable),
        ]
        var away = machine
        for event in gone { _ = away.receive(event) }
        #expect(away.state == .searching && away.discovery.choosable.isEmpty)
        _ = away.receive(.heardDevices([paths.device]))
        #expect(away.discovery.choosable.map(\.id) == ["\(paths.device.address)"])
        #expect(run(machine, gone + [.due]).error == paths.unavailable)
    }

    // MARK: Pairing

    @Test func pairsBridgesTheTransportReadsTheNetworkAndJoinsIt() throws {
        let events = paths.events(to: .locating)
        let reading = run(paths.machine(for: .reading), paths.events(to: .reading))
        #expect(reading.events == [.pickerDidPresent, .pickerSetupPairing, .pickerSetupBridging])
        #expect(reading.effects.contains { if case .exchange = $0 { true } else { false } })
        let located = run(paths.machine(for: .locating), events + [heard([paths.deviceNetwork])])
        guard case .join(let candidate, let passphrase, _)? = located.effects.last else {
            Issue.record("nothing is joined: \(located.effects)")
            return
        }
        #expect(candidate.network == paths.deviceNetwork && passphrase == (try? Passphrase("passphrase")))
        let done = run(
            paths.machine(for: .locating),
            events + [
                heard([paths.deviceNetwork]), .joined(paths.link, paths.accessory, isShared: false),
                .granted(paths.accessory, migrated: []),
            ])
        #expect(
            done.events == [
                .pickerDidPresent, .pickerSetupPairing, .pickerSetupBridging, .accessoryAdded, .pickerDidDismiss,
            ])
        #expect(done.grant?.accessory.bluetoothTransportBridgingIdentifier == paths.device.address.address)
        #expect(!done.effects.contains(.forget(paths.device.address.address)))
    }

    @Test func takesTheNewBondBackWhenTheSetUpComesToNothing() {
        let bond = Setup.Effect.forget(paths.device.address.address)
        for place in [SetupPaths.Place.transportBridging, .reading, .locating, .recognizing, .awaiting] {
            #expect(run(paths.machine(for: place), paths.events(to: place) + [.cancel]).effects.contains(bond))
        }
        // Before there is a bond, and where it was there before.
        #expect(!run(paths.machine(for: .comparing), paths.events(to: .comparing) + [.cancel]).effects.contains(bond))
        var old = paths.device
        old.isBonded = true
        let events: [Setup.Event] = [.start, .heardDevices([old]), select, .paired(old.address), .cancel]
        #expect(!run(paths.machine(for: .pairing), events).effects.contains(bond))
    }

    @Test func failsTruthfullyWhenTheDeviceRefusesToPair() {
        let outcome = run(
            paths.machine(for: .pairing), paths.events(to: .pairing) + [.pairingFailed(paths.failure)])
        #expect(outcome.error?.code == .connectionFailed)
        #expect(
            outcome.events == [.pickerDidPresent, .pickerSetupPairing, .pickerSetupFailed, .pickerDidDismiss])
    }

    @Test func asksBeforeItForgetsAStaleBondAndPairsAnew() {
        let repairing = paths.events(to: .repairing)
        let anew = run(paths.machine(for: .repairing), repairing + [.consented]).effects.suffix(3)
        #expect(
            Array(anew) == [
                .stopTimer, .forget(paths.device.address.address),
                .pair(paths.device.address, isBonded: false, asInput: false),
            ])
        let declined = run(paths.machine(for: .repairing), repairing + [.declined])
        #expect(declined.error?.code == .connectionFailed)
        #expect(!declined.effects.contains(.forget(paths.device.address.address)))
    }

    @Test(arguments: [PairingQuestion.consent, .comparison(1), .passkey, .display(2)])
    func asksThePersonWhateverPairingAsks(question: PairingQuestion) {
        let outcome = run(
            paths.machine(for: .pairing), paths.events(to: .pairing) + [.pairingAsks(question)])
        #expect(outcome.effects.contains { if case .ask(.pairing(_, question)) = $0 { true } else { false } })
    }

    @Test func aPlanConsentsButComparesNothing() throws {
        let machine = machine(try item(ssid: nil, prefix: nil, [.bluetoothPairingLE]), choice: .strongest)
        let begun: [Setup.Event] = [.start, .heardDevices([paths.device]), .listened]
        #expect(
            run(machine, begun + [.pairingAsks(.consent)]).effects.last == .answerPairing(.yes, paths.device.address))
        #expect(run(machine, begun + [.pairingAsks(.comparison(1))]).error?.code == .connectionFailed)
    }

    @Test func asksWhetherTheAccessoryMayBeAnInputDevice() throws {
        let asked = run(paths.machine(for: .admitting), paths.events(to: .admitting))
        #expect(asked.effects.contains { if case .ask(.inputDevice) = $0 { true } else { false } })
        #expect(!asked.effects.contains { if case .pair = $0 { true } else { false } })
        let agreed = paths.events(to: .admitting) + [.consented]
        #expect(
            run(paths.machine(for: .admitting), agreed).effects.suffix(2) == [
                .stopTimer, .pair(paths.device.address, isBonded: false, asInput: true),
            ])
        // The answer includes the pairing, but no comparison.
        let consents = run(paths.machine(for: .admitting), agreed + [.pairingAsks(.consent)])
        #expect(consents.effects.last == .answerPairing(.yes, paths.device.address))
        let compares = run(paths.machine(for: .admitting), agreed + [.pairingAsks(.comparison(1))])
        #expect(compares.effects.contains { if case .ask(.pairing) = $0 { true } else { false } })
    }

    @Test(arguments: [Setup.Event.declined, .due]) func pairsNoInputDeviceThatNobodyAllowed(_ event: Setup.Event) {
        let outcome = run(paths.machine(for: .admitting), paths.events(to: .admitting) + [event])
        #expect(outcome.error?.reason?.kind == .pairingRefused)
        #expect(!outcome.effects.contains { if case .pair = $0 { true } else { false } })
    }

    @Test func asksAPersonAloneAndAboutNoInputDeviceWithABond() throws {
        var bonded = paths.device
        bonded.isBonded = true
        let known = run(paths.machine(for: .admitting), [.start, .heardDevices([bonded]), select])
        #expect(known.effects.last == .pair(bonded.address, isBonded: true, asInput: true))
        // Its earlier bond counts as the answer no longer once the device has lost it.
        let lost = run(
            paths.machine(for: .admitting),
            [
                .start, .heardDevices([bonded]), select,
                .pairingFailed(BluetoothFailure(.staleBond, "the bond is lost")), .consented,
            ])
        #expect(lost.effects.contains { if case .ask(.inputDevice) = $0 { true } else { false } })
        let plan = run(
            machine(try item(ssid: nil, prefix: nil, [.bluetoothHID]), choice: .strongest),
            [.start, .heardDevices([paths.device]), .listened])
        #expect(plan.error?.reason?.kind == .pairingRefused)
    }

    @Test func leavesPairingToAnAppThatConfirms() throws {
        let item = try item(prefix: "GP", [.bluetoothPairingLE, .bluetoothTransportBridging], [.confirmAuthorization])
        let outcome = run(machine(item), [.start, .heardDevices([paths.device]), select])
        #expect(!outcome.effects.contains { if case .pair = $0 { true } else { false } })
        #expect(outcome.events == [.pickerDidPresent])
    }

    @Test func goesOnWithoutBluetoothClassicAndReportsIt() {
        let outcome = run(
            paths.machine(for: .transportBridging),
            paths.events(to: .transportBridging) + [.transportNotBridged(paths.failure)])
        #expect(outcome.error == nil)
        #expect(outcome.effects.contains { if case .note = $0 { true } else { false } })
        #expect(outcome.effects.contains { if case .exchange = $0 { true } else { false } })
    }

    // MARK: Two radios

    @Test func makesOneCardThatBluetoothLeads() throws {
        var setup = machine(try item(prefix: "GP"))
        _ = setup.receive(.start)
        _ = setup.receive(heard([paths.deviceNetwork]))
        #expect(setup.discovery.shown.isEmpty)
        _ = setup.receive(.heardDevices([paths.device]))
        #expect(setup.discovery.shown.map(\.id) == ["\(paths.device.address)"])
    }

    @Test func reportsThatOnlyTheNetworkWasSeen() throws {
        let outcome = run(machine(try item(prefix: "GP")), [.start, heard([paths.deviceNetwork]), .due])
        #expect(outcome.error?.code == .discoveryTimeout)
        #expect(
            outcome.error?.message.contains("'GP24500456' was seen over Wi-Fi, but nothing over Bluetooth") == true)
    }

    @Test func callsNoNetworkHalfOfWhatItIsNoPartOf() throws {
        let stranger = paths.network
        let heard: [(Setup.Item, WiFiNetwork)] = [(try item(prefix: "GP"), stranger), (try item(), stranger)]
        for (item, network) in heard {
            let outcome = run(machine(item), [.start, self.heard([network]), .due])
            #expect(
                outcome.error?.message.hasPrefix("nothing that matches ") == true, "\(outcome.error?.message ?? "")")
        }
    }

    @Test func failsIfTheAppDoesNotNameTheNetwork() {
        let machine = paths.machine(for: .awaiting)
        let begun = paths.events(to: .awaiting)
        #expect(run(machine, begun).effects.last == .startTimer(Setup.authorizationPatience))
        let outcome = run(machine, begun + [.due])
        #expect(outcome.events.suffix(2) == [.pickerSetupFailed, .pickerDidDismiss])
        #expect(outcome.error?.code == .connectionFailed && outcome.error?.reason == FailureReason(.appSilent))
    }

    @Test func letsTheAppNameTheNetworkWhenOnlyBluetoothIsInRange() throws {
        let machine = machine(try item(prefix: "GP"))
        let begun: [Setup.Event] = [
            .start, .heardDevices([paths.device]), heard([]), select,
            .recognized(paths.accessory, isShared: false),
        ]
        #expect(run(machine, begun).events == [.pickerDidPresent, .accessoryChanged])
        let named = begun + [.finishAuthorization(Setup.Settings(ssid: paths.deviceNetwork.ssid))]
        #expect(run(machine, named).effects.contains { if case .look = $0 { true } else { false } })
        let typed = run(machine, named + [heard([paths.deviceNetwork]), .retry(paths.typed)])
        guard case .join(let candidate, _, _)? = typed.effects.last else {
            Issue.record("nothing is joined")
            return
        }
        #expect(candidate.network == paths.deviceNetwork)
        // The app has confirmed it already.
        let done = run(
            machine,
            named + [
                heard([paths.deviceNetwork]), .retry(paths.typed),
                .joined(paths.link, paths.accessory, isShared: false),
            ])
        #expect(done.grant != nil)
    }

    @Test func grantsBluetoothAloneToAnAppThatFinishesWithoutANetwork() throws {
        let outcome = run(
            machine(try item(prefix: "GP")),
            [
                .start, .heardDevices([paths.device]), heard([]), select,
                .recognized(paths.accessory, isShared: false), .finishAuthorization(Setup.Settings()),
            ])
        #expect(outcome.grant?.link == nil)
    }

    @Test func asksAPersonWhichNetworkItIsWhereNothingCorrelates() throws {
        let machine = machine(try item(prefix: "GP"))
        let networks = [paths.deviceNetwork, paths.otherNetwork]
        let begun: [Setup.Event] = [.start, .heardDevices([paths.device]), heard(networks), select]
        let asked = run(machine, begun)
        guard case .ask(.network(_, let choices))? = asked.effects.dropLast().last else {
            Issue.record("nobody is asked: \(asked.effects)")
            return
        }
        #expect(Set(choices) == Set(networks))
        let pointed = run(machine, begun + [.pointedOut(paths.otherNetwork.bssid), .retry(paths.typed)])
        guard case .join(let candidate, _, _)? = pointed.effects.last else {
            Issue.record("nothing is joined")
            return
        }
        #expect(candidate.network == paths.otherNetwork)
        #expect(run(machine, begun + [.declined]).error?.code == .userCancelled)
    }

    @Test func aPlanNeverGuessesWhichNetworkItIs() throws {
        let outcome = run(
            machine(try item(prefix: "GP"), choice: .strongest),
            [
                .start, .heardDevices([paths.device]), .listened,
                heard([paths.deviceNetwork, paths.otherNetwork]),
                .due,
            ])
        #expect(outcome.grant == nil && !outcome.effects.contains { if case .join = $0 { true } else { false } })
        #expect(outcome.error?.code == .discoveryTimeout)
        #expect(outcome.error?.message.contains("'Dual' was seen over Bluetooth, but no network") == true)
    }

    // MARK: A plan that wants the bridge

    /// Everything in sight has been heard for as long as the plan looks.
    private func planWantsTheBridge(
        _ items: [Setup.Item], _ devices: [Advertisement], _ networks: [WiFiNetwork], _ isWanted: Bool = true
    ) -> Outcome {
        let machine = Setup(items: items, interface: "wlan0", choice: .strongest, requiresBridge: isWanted)
        return run(machine, [.start, .heardDevices(devices), .listened, heard(networks), .due])
    }

    private func joined(_ outcome: Outcome) -> [Candidate] {
        outcome.effects.compactMap { if case .join(let candidate, _, _) = $0 { candidate } else { nil } }
    }

    @Test func aPlanThatWantsTheBridgeTakesTheCorrelatedNetwork() throws {
        var item = try item(prefix: "GP")
        item.passphrase = paths.typed
        var device = paths.device
        device.name = "GP24500456"
        var strong = paths.otherNetwork
        strong.signal = 99
        let outcome = planWantsTheBridge([item], [device], [strong, paths.deviceNetwork])
        #expect(joined(outcome).map(\.network) == [paths.deviceNetwork])
        #expect(joined(outcome).map(\.device) == [device])
    }

    @Test func aPlanThatWantsTheBridgeTakesNothingByWiFiAlone() throws {
        let networks = [paths.network]
        #expect(joined(planWantsTheBridge([paths.item], [], networks, false)).count == 1)
        let outcome = planWantsTheBridge([paths.item], [], networks)
        #expect(joined(outcome).isEmpty && outcome.error?.code == .discoveryTimeout)
        #expect(outcome.error?.message.hasPrefix("'CAM-1' was seen over Wi-Fi alone") == true)
    }

    @Test func aPlanThatWantsTheBridgeTakesNothingByBluetoothAlone() throws {
        let recognized = { (outcome: Outcome) in
            outcome.effects.contains { if case .recognize = $0 { true } else { false } }
        }
        #expect(recognized(planWantsTheBridge([try item()], [paths.device], [], false)))
        let outcome = planWantsTheBridge([try item()], [paths.device], [])
        #expect(!recognized(outcome) && outcome.error?.code == .discoveryTimeout)
        #expect(outcome.error?.message.hasPrefix("'Dual' was seen over Bluetooth alone") == true)
    }

    @Test func aPlanThatWantsTheBridgeTakesNoNetworkByNameAlone() throws {
        var item = try item(ssid: "GP24500456")
        item.passphrase = paths.typed
        let outcome = planWantsTheBridge([item], [paths.device], [paths.deviceNetwork])
        #expect(joined(outcome).isEmpty && outcome.error?.code == .discoveryTimeout)
        #expect(
            outcome.error?.message
                == "'Dual' was seen over Bluetooth, but none of 'GP24500456' (02:00:00:00:01:07) correlates with it "
                + "within 30 seconds")
        let half = planWantsTheBridge([item], [], [paths.deviceNetwork])
        #expect(joined(half).isEmpty)
        #expect(half.error?.message.hasPrefix("'GP24500456' was seen over Wi-Fi, but nothing over Bluetooth") == true)
    }

    @Test func aPlanChoosesByBluetoothOnlyWhenItHasListened() throws {
        let machine = machine(try item(), choice: .only)
        let heard: [Setup.Event] = [.start, .heardDevices([paths.device])]
        #expect(run(machine, heard).effects.last.map { if case .show = $0 { true } else { false } } == true)
        #expect(
            run(machine, heard + [.listened]).effects.last.map { if case .recognize = $0 { true } else { false } }
                == true)
    }

    @Test func looksEverywhereBeforeItReportsNoNetwork() throws {
        let machine = machine(try item(prefix: "GP"))
        let hasty: [Setup.Event] = [.start, .heardDevices([paths.device]), select]
        #expect(run(machine, hasty).effects.contains { if case .look = $0 { true } else { false } })
        #expect(!run(machine, hasty).effects.contains { if case .recognize = $0 { true } else { false } })
        let looked = run(machine, hasty + [heard([])])
        #expect(looked.effects.last.map { if case .recognize = $0 { true } else { false } } == true)
        let asked = run(machine, hasty + [heard([paths.deviceNetwork])])
        #expect(asked.effects.contains { if case .ask(.network) = $0 { true } else { false } })
    }

    @Test func failsAtOnceWhereNobodyCanNameTheNetwork() throws {
        let machine = Setup(items: [try item(prefix: "GP")], interface: "wlan0", canConfirm: false)
        let outcome = run(machine, [.start, .heardDevices([paths.device]), heard([]), select])
        #expect(outcome.error?.code == .networkNotFound)
    }

    @Test func givesUpWhenTheNetworkIsNotSeen() {
        let outcome = run(paths.machine(for: .locating), paths.events(to: .locating) + [heard([]), .due, .declined])
        #expect(outcome.error?.code == .networkNotFound)
        #expect(outcome.error?.message.contains("GP24500456") == true)
    }

    @Test func refusesANetworkThatTheAppDoesNotAskFor() {
        let outcome = run(
            paths.machine(for: .reading),
            paths.events(to: .reading) + [.read([Array("HomeNet".utf8), Array("passphrase".utf8)])])
        #expect(outcome.error?.code == .connectionFailed)
    }

    // MARK: Filter mode

    @Test func givesTheAppWhatTheDeviceAdvertises() throws {
        var loud = paths.device
        loud.rssi = -40
        var setup = Setup(items: [try item()], interface: "wlan0", filters: true)
        _ = setup.receive(.start)
        let events = setup.receive(.heardDevices([loud])).compactMap { effect in
            if case .emit(let event) = effect { event } else { AccessoryModel.Event?.none }
        }
        #expect(events.map(\.type) == [.accessoryDiscovered])
        #expect(events.first?.advertisement == AdvertisementFields(loud))
        #expect(events.first?.rssi == -40 && events.first?.signal == 100)
    }
}
