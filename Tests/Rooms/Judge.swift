// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
import AccessoryModel

/// Plays a room for a bridge, and checks its answers four times: a wrong answer is wrong at any time, an answer is
/// expected at the end.
package struct Judge {
    private let room: Room
    private let rules: [BridgeRule]
    private var tally = Tally()

    package static func judge(_ room: Room, rules: [BridgeRule]) -> Tally {
        var judge = Judge(room: room, rules: rules)
        judge.run()
        return judge.tally
    }

    private init(room: Room, rules: [BridgeRule]) {
        self.room = room
        self.rules = rules
    }

    private mutating func run() {
        var bridge = Bridge(rules: rules)
        var sight = Sight(of: room)
        for (index, moment) in room.course.enumerated() {
            bridge.take(moment.what, at: moment.time)
            sight.take(moment.what)
            let isLast = index == room.course.count - 1
            guard isLast || (index + 1) % max(1, room.course.count / 4) == 0 else { continue }
            let correlations = bridge.correlations
            lookForFaults(in: correlations, sight, at: moment.time)
            if isLast { count(correlations, sight, at: moment.time) }
        }
        tally.rooms = 1
        tally.devices = sight.devices.count
        tally.networks = sight.networks.count
    }

    private mutating func lookForFaults(in correlations: [Correlation], _ sight: Sight, at time: Duration) {
        for correlation in correlations {
            let address = correlation.device.address.address
            guard let given = correlation.network, !sight.isOne(address, given.bssid) else { continue }
            if sight.isIndistinguishable(given, from: address) {
                tally.deceived += 1
            } else if !tally.falseBridges.contains(where: { $0.device.address.address == address }) {
                tally.falseBridges.append(fault(correlation, sight, at: time))
            }
        }
    }

    private mutating func count(_ correlations: [Correlation], _ sight: Sight, at time: Duration) {
        let recall = Recall(in: sight)
        for correlation in correlations {
            let address = correlation.device.address.address
            guard let thing = sight.thing(of: address), address == thing.address else { continue }
            var count = Tally.Count()
            let isCouple = thing.networks.contains { sight.networks[$0.bssid] != nil }
            let isRight = correlation.network.map { sight.isOne(address, $0.bssid) }
            if isCouple { count.couples = 1 }
            if isRight == true { count.right = 1 }
            if isRight == false { count.wrong = 1 }
            if correlation.verdict == .tooClose { count.tooClose = 1 }
            if let isStructural = recall.isStructural[address] {
                if isStructural {
                    count.structural = 1
                    count.structuralRight = count.right
                }
                count.sufficient = 1
                count.sufficientRight = count.right
                if isRight != true { tally.missed.append(fault(correlation, sight, at: time)) }
            }
            if let family = thing.family {
                tally.families[family, default: Tally.Count()] += count
            } else {
                tally.strangers += count
            }
        }
    }

    private func fault(_ correlation: Correlation, _ sight: Sight, at time: Duration) -> Tally.Fault {
        let address = correlation.device.address.address
        return Tally.Fault(
            seed: room.seed, accessories: room.accessories, time: time, device: correlation.device,
            given: correlation.network,
            evidence: [correlation.match, correlation.runnerUp].compactMap { candidate in
                candidate.map { found in
                    "\(found.network) \(found.strength): "
                        + found.evidence.map { "\($0.family) \($0.weight) \($0.text)" }.joined(separator: ", ")
                }
            },
            own: sight.thing(of: address)?.networks.filter { sight.networks[$0.bssid] != nil } ?? [],
            claims: sight.claims(of: address),
            contradictions: correlation.network.map { sight.contradictions($0, from: address) } ?? [])
    }
}
