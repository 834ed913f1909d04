// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The results of one room, or of many.
package struct Tally: Sendable {
    package struct Count: Sendable {
        /// Heard together with a network of their own.
        package var couples = 0
        package var right = 0
        package var wrong = 0
        package var tooClose = 0
        /// With evidence that suffices and no rival, whether structural or not.
        package var sufficient = 0
        package var sufficientRight = 0
        package var structural = 0
        package var structuralRight = 0

        package init() {}

        package static func += (count: inout Count, other: Count) {
            count.couples += other.couples
            count.right += other.right
            count.wrong += other.wrong
            count.tooClose += other.tooClose
            count.sufficient += other.sufficient
            count.sufficientRight += other.sufficientRight
            count.structural += other.structural
            count.structuralRight += other.structuralRight
        }
    }

    /// A device that was given a network which is not its own, or none though there was every reason to.
    package struct Fault: Sendable {
        package var seed: UInt64
        package var accessories: Int
        package var time: Duration
        package var device: Advertisement
        /// Nil for one that was given none.
        package var given: WiFiNetwork?
        package var evidence: [String]
        package var own: [WiFiNetwork]
        package var claims: [Claim]
        /// The evidence that the network is not the device's.
        package var contradictions: [String]

        /// The device identifies one of its own networks in full.
        package var isStructural: Bool {
            claims.contains { claim in claim.isStructural && own.contains { claim.agrees(with: $0) } }
        }
    }

    package var rooms = 0
    package var devices = 0
    package var networks = 0
    package var families: [Family: Count] = [:]
    package var strangers = Count()
    package var falseBridges: [Fault] = []
    package var missed: [Fault] = []
    /// Bridged to a copy, where nothing that was heard shows that it is one.
    package var deceived = 0

    package init() {}

    package var all: Count {
        families.values.reduce(into: Count()) { $0 += $1 }
    }

    package static func += (tally: inout Tally, other: Tally) {
        tally.rooms += other.rooms
        tally.devices += other.devices
        tally.networks += other.networks
        for (family, count) in other.families { tally.families[family, default: Count()] += count }
        tally.strangers += other.strangers
        tally.falseBridges += other.falseBridges
        tally.missed += other.missed
        tally.deceived += other.deceived
    }
}
