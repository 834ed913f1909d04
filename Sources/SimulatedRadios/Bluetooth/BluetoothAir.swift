// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The Bluetooth half of an air: its radios, the devices around, and the operations with them.
struct BluetoothAir: Sendable, Equatable {
    /// One reader's progress through a listening.
    struct Listening: Sendable, Equatable {
        let began: Duration
        var latest: Duration?
    }

    let name: String
    let timing: Timing
    let controllers: [Controller]
    var devices: [SimulatedDevice]
    /// The pairings with a reader.
    var pairings: [PairingCourse] = []
    var lastPairing = 0
    /// The links with a reader, by their numbers.
    var links: [Int: Connection] = [:]
    var lastLink = 0
    /// The subscriptions with a reader, by their numbers.
    var subscriptions: [Int: Subscription] = [:]
    var lastSubscription = 0

    func state(at now: Duration) -> BluetoothState {
        let adapters = present(at: now).map {
            BluetoothAdapter(name: $0.name, address: $0.address, unavailable: $0.unavailable(at: now))
        }
        return BluetoothState(
            backend: "simulated air \(name)", unavailable: unavailable(at: now), adapters: adapters)
    }

    /// The radios that their driver shows.
    private func present(at now: Duration) -> [Controller] {
        guard outageOfAll(at: now) == nil else { return [] }
        return controllers.filter { $0.unavailable(at: now) != .noRadio }
    }

    private func outageOfAll(at now: Duration) -> BluetoothUnavailability? {
        controllers.first { $0.unavailable(at: now) != nil && $0.outage?.isOfAll == true }?.unavailable(at: now)
    }

    /// The reason why no radio can be used.
    func unavailable(at now: Duration) -> BluetoothUnavailability? {
        if let why = outageOfAll(at: now) { return why }
        return controller(at: now) == nil ? present(at: now).first?.unavailable(at: now) ?? .noRadio : nil
    }

    /// The radio in use: the first that can be used.
    func controller(at now: Duration) -> Controller? {
        present(at: now).first { $0.unavailable(at: now) == nil }
    }

    /// The time at which the radio in use can no longer be used.
    func outage(after now: Duration) -> Duration? {
        controllers.filter { $0.name == controller(at: now)?.name || $0.outage?.isOfAll == true }
            .compactMap { $0.outage?.from }.filter { $0 > now }.min()
    }

    /// The state, if it differs from the one that the reader knows.
    func next(for known: inout BluetoothState?, at now: Duration) -> Turn<BluetoothState> {
        let state = state(at: now)
        guard state != known else {
            return .wait(until: controllers.compactMap { $0.nextChange(after: now) }.min())
        }
        known = state
        return .now(state)
    }

    /// The devices that advertised, again and again.
    mutating func next(
        for listening: inout Listening, at now: Duration
    ) throws(BluetoothUnavailability) -> Turn<[Advertisement]> {
        settle(at: now)
        guard let controller = controller(at: now) else { throw unavailable(at: now) ?? .noRadio }
        let due = (listening.latest ?? listening.began) + timing.listen
        guard due <= now else { return .wait(until: [due, outage(after: now)].compactMap(\.self).min()) }
        listening.latest = now
        return .now(
            devices.filter { $0.presence.isOnAir(at: now) }.map {
                $0.heard(by: controller, at: now, signal: timing.signals(at: now))
            })
    }

    /// The device that has an address now, present or not.
    func device(_ address: MACAddress, at now: Duration) -> Int? {
        devices.firstIndex { $0.heardAddress(at: now).address == address }
    }

    mutating func forget(_ address: MACAddress, at now: Duration) {
        settle(at: now)
        guard let device = device(address, at: now) else { return }
        devices[device].forget()
    }

    /// Returns whether there was a bond.
    mutating func unbond(_ address: MACAddress, at now: Duration) -> Bool {
        settle(at: now)
        guard let device = device(address, at: now), devices[device].isBonded else { return false }
        devices[device].forget()
        return true
    }

    mutating func path(of address: MACAddress, at now: Duration) -> String? {
        settle(at: now)
        guard let controller = controller(at: now), let device = device(address, at: now),
            devices[device].presence.isOnAir(at: now)
        else { return nil }
        let name = address.description.uppercased().split(separator: ":").joined(separator: "_")
        return "/org/bluez/\(controller.name)/dev_\(name)"
    }
}
