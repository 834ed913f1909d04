// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The outcome of an operation that takes time: all of it is known at its beginning.
struct Outcome<Value: Sendable & Equatable>: Sendable, Equatable {
    let at: Duration
    let result: Result<Value, BluetoothFailure>
}

extension BluetoothAir {
    /// The time and the reason of an early end.
    struct Loss: Error, Sendable, Equatable {
        let at: Duration
        let failure: BluetoothFailure
    }

    struct Connection: Sendable, Equatable {
        let device: Int
        let since: Duration
        /// The factor by which everything takes longer than usual.
        let pace: Int
        /// The end of the connection.
        let loss: Loss?

        /// Throws if the connection is lost by then.
        func reaches(_ time: Duration) throws(Loss) -> Duration {
            if let loss, loss.at <= time { throw loss }
            return time
        }
    }

    mutating func connect(
        to address: MACAddress, asInput: Bool = false, at now: Duration
    ) throws(Loss) -> Connection {
        if let why = unavailable(at: now) { throw Self.loss(at: now, .unavailable, why.rawValue) }
        guard let device = device(address, at: now), devices[device].presence.isOnAir(at: now) else {
            throw Self.loss(at: now + timing.connect, .notReached, "\(address) is out of range")
        }
        let known = devices[device]
        if known.services.contains(.inputService), !known.isBonded, !asInput {
            throw Self.loss(at: now, .uninvited, "\(address) is an input device, which nobody was asked for")
        }
        let fault = devices[device].takeFault()
        let pace = fault == .slow ? 10 : 1
        let since = now + timing.connect * pace
        if fault == .vanish { devices[device].presence.vanish(at: since) }
        let ends = [
            devices[device].presence.end(after: now).map {
                Self.loss(at: $0, .notReached, "\(address) went out of range")
            },
            outage(after: now).map { Self.loss(at: $0, .unavailable, unavailable(at: $0)?.rawValue ?? "") },
        ]
        let loss = ends.compactMap(\.self).min { $0.at < $1.at }
        let connection = Connection(device: device, since: since, pace: pace, loss: loss)
        if fault == .silent {
            let end = try connection.reaches(now + timing.connectTimeout)
            throw Self.loss(at: end, .timedOut, "\(address) did not answer")
        }
        _ = try connection.reaches(since)
        return connection
    }

    static func loss(at time: Duration, _ reason: BluetoothFailure.Reason, _ detail: String) -> Loss {
        Loss(at: time, failure: BluetoothFailure(reason, detail))
    }

    /// Performs the steps in order, each in its time. The second result is the access points that start, with their
    /// times.
    mutating func exchange(
        _ steps: [GATTStep], with address: MACAddress, at now: Duration
    ) -> (Outcome<[[UInt8]]>, [(point: Int, at: Duration)]) {
        settle(at: now)
        var starts: [(point: Int, at: Duration)] = []
        do throws(Loss) {
            let connection = try connect(to: address, at: now)
            var time = connection.since
            var read: [[UInt8]] = []
            for step in steps {
                time = try connection.reaches(time + timing.read * connection.pace)
                switch step {
                case .read(let service, let characteristic):
                    let place = SimulatedDevice.Place(service: service, characteristic: characteristic)
                    read.append(try value(of: place, connection.device, address, at: time))
                case .write(let service, let characteristic, let value):
                    let place = SimulatedDevice.Place(service: service, characteristic: characteristic)
                    if let point = try write(value, to: place, connection.device, address, at: time) {
                        starts.append((point, time + timing.hotspot))
                    }
                }
            }
            return (Outcome(at: time, result: .success(read)), starts)
        } catch {
            return (Outcome(at: error.at, result: .failure(error.failure)), starts)
        }
    }

    private func value(
        of place: SimulatedDevice.Place, _ device: Int, _ address: MACAddress, at time: Duration
    ) throws(Loss) -> [UInt8] {
        guard let found = devices[device].characteristics.first(where: { $0.place == place }) else {
            throw Self.loss(at: time, .unsupported, "\(address) has no characteristic \(place.characteristic.text)")
        }
        try check(found, of: device, address, at: time)
        return found.value
    }

    /// Returns the access point that this starts.
    private mutating func write(
        _ value: [UInt8], to place: SimulatedDevice.Place, _ device: Int, _ address: MACAddress, at time: Duration
    ) throws(Loss) -> Int? {
        let index = devices[device].characteristics.firstIndex { $0.place == place }
        let hotspot = devices[device].hotspot.flatMap { $0.trigger.place == place ? $0 : nil }
        guard let found = index.map({ devices[device].characteristics[$0] }) ?? hotspot?.trigger else {
            throw Self.loss(at: time, .unsupported, "\(address) has no characteristic \(place.characteristic.text)")
        }
        try check(found, of: device, address, at: time)
        if let index { devices[device].characteristics[index].value = value }
        guard let hotspot else { return nil }
        try check(hotspot.trigger, of: device, address, at: time)
        return hotspot.trigger.value == value ? hotspot.point : nil
    }

    private func check(
        _ characteristic: SimulatedDevice.Characteristic, of device: Int, _ address: MACAddress, at time: Duration
    ) throws(Loss) {
        guard characteristic.isEncrypted else { return }
        guard devices[device].isBonded else {
            throw Self.loss(at: time, .notAuthenticated, "\(address) wants to be paired with first")
        }
        guard !devices[device].isStale else { throw Self.stale(address, at: time) }
    }

    static func stale(_ address: MACAddress, at time: Duration) -> Loss {
        loss(at: time, .staleBond, "\(address) has forgotten its bond with this machine")
    }

    mutating func bridgeTransport(of address: MACAddress, at now: Duration) -> Outcome<MACAddress> {
        settle(at: now)
        do throws(Loss) {
            let connection = try connect(to: address, at: now)
            let time = try connection.reaches(connection.since + timing.pair * connection.pace)
            if let controller = controller(at: now), controller.isLowEnergyOnly {
                throw Self.loss(at: time, .unsupported, "\(controller.name) speaks Bluetooth LE only")
            }
            guard let classic = devices[connection.device].classicAddress else {
                throw Self.loss(at: time, .unsupported, "\(address) has no Bluetooth Classic")
            }
            return Outcome(at: time, result: .success(classic))
        } catch {
            return Outcome(at: error.at, result: .failure(error.failure))
        }
    }
}
