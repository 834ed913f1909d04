// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BluetoothAir {
    /// One reader's progress through a pairing.
    struct PairingProgress: Sendable, Equatable {
        let number: Int
        var hasAsked = false
        var isOver = false
    }

    /// Makes the bonds of the pairings that have succeeded.
    mutating func settle(at now: Duration) {
        for index in pairings.indices where !pairings[index].isDone && pairings[index].outcome.at <= now {
            pairings[index].isDone = true
            guard let device = pairings[index].connection?.device, case .success = pairings[index].outcome.result else {
                continue
            }
            devices[device].isBonded = true
            devices[device].isStale = false
        }
    }

    mutating func pair(_ address: MACAddress, asInput: Bool = false, at now: Duration) -> PairingProgress {
        settle(at: now)
        lastPairing += 1
        pairings.append(course(lastPairing, address, asInput, at: now))
        return PairingProgress(number: lastPairing)
    }

    private mutating func course(
        _ number: Int, _ address: MACAddress, _ asInput: Bool, at now: Duration
    ) -> PairingCourse {
        let known = device(address, at: now).map { devices[$0] }
        if unavailable(at: now) == nil, let known, known.isBonded, !known.isStale {
            return PairingCourse(number, address, Outcome(at: now, result: .success(known.address)))
        }
        do throws(Loss) {
            if pairings.contains(where: { $0.address == address && !$0.isDone }) {
                throw Self.loss(at: now, .refused, "\(address) is being paired with already")
            }
            let connection = try connect(to: address, asInput: asInput, at: now)
            let device = devices[connection.device]
            guard !device.isStale else { throw Self.stale(address, at: connection.since) }
            return PairingCourse(number, address, of: device, over: connection, timing: timing)
        } catch {
            return PairingCourse(number, address, Outcome(at: error.at, result: .failure(error.failure)))
        }
    }

    mutating func next(
        for progress: inout PairingProgress, at now: Duration
    ) throws(BluetoothFailure) -> Turn<PairingStep> {
        settle(at: now)
        guard !progress.isOver, let course = pairings.first(where: { $0.number == progress.number }) else {
            return .over
        }
        if let asked = course.asked, !progress.hasAsked {
            guard asked.since <= now else { return .wait(until: asked.since) }
            progress.hasAsked = true
            return .now(.asks(asked.question))
        }
        guard course.outcome.at <= now else { return .wait(until: course.outcome.at) }
        progress.isOver = true
        return .now(.paired(try course.outcome.result.get()))
    }

    mutating func answer(_ answer: PairingAnswer, to address: MACAddress, at now: Duration) {
        settle(at: now)
        for index in pairings.indices where pairings[index].address == address && !pairings[index].isDone {
            guard let device = pairings[index].connection?.device else { continue }
            pairings[index].take(answer, of: devices[device], timing: timing, at: now)
        }
    }

    /// Nobody reads it any more: the unfinished rest is given up.
    mutating func leave(_ progress: PairingProgress, at now: Duration) {
        settle(at: now)
        pairings.removeAll { $0.number == progress.number }
    }
}
