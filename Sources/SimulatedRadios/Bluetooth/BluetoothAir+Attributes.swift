// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BluetoothAir {
    /// Error codes of the Attribute Protocol (Core Specification, Vol 3 Part F 3.4.1.1).
    private enum Refusal: UInt8 {
        case readNotPermitted = 0x02
        case writeNotPermitted = 0x03
        case insufficientAuthentication = 0x05
        case requestNotSupported = 0x06
    }

    func services(of address: MACAddress, at now: Duration) -> Outcome<[GATTService]> {
        outcome(at: now) { () throws(Loss) in
            let link = try openLink(with: address, at: now)
            let time = try link.reaches(now + timing.read * link.pace)
            return (devices[link.device].attributes.services, time)
        }
    }

    func read(_ handle: UInt16, of address: MACAddress, at now: Duration) -> Outcome<[UInt8]> {
        outcome(at: now) { () throws(Loss) in
            let (link, attribute) = try place(handle, of: address, at: now)
            let time = try link.reaches(now + timing.read * link.pace)
            if case .characteristic(let index) = attribute,
                !devices[link.device].characteristics[index].properties.contains(.read)
            {
                throw Self.refused(.readNotPermitted, address, handle, at: time)
            }
            return (devices[link.device][attribute], time)
        }
    }

    /// The second result is the access point that this starts, with the time.
    mutating func write(
        _ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool, at now: Duration
    ) -> (Outcome<Bool>, (point: Int, at: Duration)?) {
        do throws(Loss) {
            let (link, attribute) = try place(handle, of: address, at: now)
            let time = try link.reaches(withResponse ? now + timing.read * link.pace : now)
            let own = devices[link.device].characteristics[attribute.characteristic]
            if case .characteristic = attribute,
                !own.properties.contains(withResponse ? .write : .writeWithoutResponse)
            {
                throw Self.refused(.writeNotPermitted, address, handle, at: time)
            }
            devices[link.device][attribute] = value
            guard case .characteristic(let index) = attribute else {
                return (Outcome(at: time, result: .success(true)), nil)
            }
            notify(value, device: link.device, characteristic: index, at: time)
            let hotspot = devices[link.device].hotspot.flatMap { hotspot in
                hotspot.trigger.place == own.place && hotspot.trigger.value == value ? hotspot : nil
            }
            return (Outcome(at: time, result: .success(true)), hotspot.map { ($0.point, time + timing.hotspot) })
        } catch {
            return (Outcome(at: error.at, result: .failure(error.failure)), nil)
        }
    }

    func signalStrength(of address: MACAddress, at now: Duration) -> Outcome<Int> {
        outcome(at: now) { () throws(Loss) in
            let link = try openLink(with: address, at: now)
            guard let rssi = devices[link.device].rssi else {
                throw Self.loss(at: now, .unsupported, "the radio does not know the signal of \(address)")
            }
            return (rssi + devices[link.device].address.address.wobble(at: timing.signals(at: now)), now)
        }
    }

    /// The attribute over the link that is up, if this machine may use it.
    func place(
        _ handle: UInt16, of address: MACAddress, at now: Duration
    ) throws(Loss) -> (Connection, SimulatedDevice.Attribute) {
        let link = try openLink(with: address, at: now)
        guard let attribute = devices[link.device].attributes.places[handle] else {
            throw Self.loss(at: now, .unsupported, "\(address) has no attribute \(handle)")
        }
        if devices[link.device].characteristics[attribute.characteristic].isEncrypted, !devices[link.device].isBonded {
            throw Self.refused(.insufficientAuthentication, address, handle, at: now)
        }
        return (link, attribute)
    }

    func notSupported(_ address: MACAddress, _ handle: UInt16, at time: Duration) -> Loss {
        Self.refused(.requestNotSupported, address, handle, at: time)
    }

    private static func refused(
        _ refusal: Refusal, _ address: MACAddress, _ handle: UInt16, at time: Duration
    ) -> Loss {
        let detail = "\(address) refused the request for the attribute \(handle): \(refusal)"
        return Loss(
            at: time, failure: BluetoothFailure(.attribute, detail, attributeCode: refusal.rawValue))
    }

    private func outcome<Value>(
        at now: Duration, _ body: () throws(Loss) -> (Value, Duration)
    ) -> Outcome<Value> {
        do throws(Loss) {
            let (value, time) = try body()
            return Outcome(at: time, result: .success(value))
        } catch {
            return Outcome(at: error.at, result: .failure(error.failure))
        }
    }
}
