// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// From the start to the choice: the picker shows the sightings, and a person chooses, or a plan.
extension Setup {
    mutating func start() -> [Effect] {
        let shown: [Effect] = [.present, emit(.pickerDidPresent)]
        guard !discovery.items.isEmpty else {
            return shown + ask(.migration(migrations), or: Self.cancelled)
        }
        state = .searching
        let chosen = chooseByPlan()
        guard chosen.isEmpty else { return shown + chosen }
        return shown + startTimer() + search()
    }

    private func startTimer() -> [Effect] { timeout.map { [.startTimer($0)] } ?? [] }

    /// Bluetooth first: if both radios share an antenna, the Wi-Fi sightings are then the newer ones.
    private func search() -> [Effect] {
        var effects: [Effect] = []
        if discovery.needsBluetooth {
            effects.append(.listen(ListenRequest(rules: discovery.items.compactMap(\.descriptor.bluetooth))))
        }
        if discovery.needsWiFi {
            effects.append(
                .look(
                    LookRequest(
                        for: discovery.items.map(\.descriptor), interface: interface,
                        likelyFrequencies: likelyFrequencies)))
        }
        return effects
    }

    mutating func observe(_ look: Look, at time: Duration) -> [Effect] {
        let found = discovery.observe(look, at: time)
        return found.map(Self.discovered) + [show] + chooseByPlan()
    }

    mutating func observe(_ devices: [Advertisement], at time: Duration) -> [Effect] {
        hasHeardBluetooth = true
        bluetoothFault = nil
        let found = discovery.observe(devices, at: time)
        return found.map(Self.discovered) + [show] + chooseByPlan()
    }

    mutating func listened() -> [Effect] {
        guard !discovery.hasListened else { return [] }
        discovery.hasListened = true
        return [show] + chooseByPlan()
    }

    mutating func cannotLook(_ error: AccessoryError) -> [Effect] {
        wifiFault = error
        return goOnWithout(error)
    }

    /// A Bluetooth radio that went away may return: until then its sightings are out of range.
    mutating func cannotListen(_ error: AccessoryError) -> [Effect] {
        bluetoothFault = error
        guard hasHeardBluetooth else { return goOnWithout(error) }
        _ = discovery.observe([], at: .zero)
        return [show]
    }

    /// Continues if the remaining radio can still find something.
    private mutating func goOnWithout(_ error: AccessoryError) -> [Effect] {
        let isPossible = discovery.items.contains { item in
            (item.descriptor.wifi == nil || wifiFault == nil)
                && (item.descriptor.bluetooth == nil || bluetoothFault == nil)
        }
        return isPossible ? [] : foundNothing(error)
    }

    mutating func approve(_ approved: [Discovery.Approval]) -> [Effect] {
        guard discovery.filters else { return [] }
        discovery.approve(approved)
        return [show]
    }

    /// The time is over.
    mutating func searched() -> [Effect] {
        // With a card on the screen a person may be about to choose; but the card may go again.
        guard choice != nil || discovery.choosable.isEmpty else { return startTimer() }
        return foundNothing(bluetoothFault ?? error(within: timeout))
    }

    mutating func finishDiscovery() -> [Effect] {
        guard !discovery.choosable.isEmpty else { return foundNothing(error(within: nil)) }
        state = .choosing
        return [.stopTimer, .stopSearching]
    }

    mutating func select(_ id: String, _ given: Passphrase?, anyAccessPoint: Bool) -> [Effect] {
        guard var candidate = discovery.choosable.first(where: { $0.id == id }) else { return [] }
        candidate.isAnyOfItsName = anyAccessPoint && candidate.device == nil
        return choose(candidate, given ?? candidate.item.passphrase)
    }

    private mutating func choose(_ candidate: Candidate, _ passphrase: Passphrase?) -> [Effect] {
        self.passphrase = passphrase
        return [.stopTimer, .stopSearching] + pair(candidate)
    }

    private var show: Effect {
        .show(discovery.shown, notShown: discovery.notShown, isComplete: discovery.isComplete)
    }

    /// In filter mode the app is notified once of each candidate; that gives it no access.
    private static func discovered(_ candidate: Candidate) -> Effect {
        let accessory = Accessory(
            id: candidate.id, displayName: candidate.item.name, ssid: candidate.ssid, bssid: candidate.network?.bssid,
            descriptor: candidate.item.descriptor, state: .unauthorized)
        return .emit(
            AccessoryModel.Event(
                .accessoryDiscovered, accessory: accessory, signal: candidate.signal,
                advertisement: candidate.device.map { AdvertisementFields($0) }, rssi: candidate.device?.rssi))
    }

    /// Chooses in a person's place.
    private mutating func chooseByPlan() -> [Effect] {
        guard let choice else { return [] }
        let needsAll = discovery.items.contains { choice.needsAll(of: $0.descriptor) }
        guard discovery.isComplete || !needsAll else { return [] }
        let candidates = discovery.determined(by: choice, requiresBridge: requiresBridge)
        guard var strongest = candidates.max(by: { $0.signal < $1.signal }) else { return [] }
        // Without an address, none is among them.
        strongest.isTwin = false
        strongest.isAnyOfItsName = choice.address == nil && strongest.device == nil
        if choice == .only, candidates.count > 1 {
            let names = candidates.map { "'\($0.title)' (\($0.network?.bssid.description ?? $0.id))" }
                .joined(separator: ", ")
            return dismiss(AccessoryError(.invalidRequest, "the plan needs exactly one match, and there are \(names)"))
        }
        guard !strongest.needsPassphrase else {
            return dismiss(
                AccessoryError(.passphraseMissing, "'\(strongest.title)' needs a passphrase, and the plan has none"))
        }
        return choose(strongest, strongest.item.passphrase)
    }
}
