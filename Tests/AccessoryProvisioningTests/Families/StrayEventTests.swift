// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

/// Events that a driver sends out of order.
struct StrayEventTests {
    private static let strays: [ProvisioningEvent] = [
        .json("{}"), .notAnswered(.closed), .read([1]), .written, .subscribed, .notified(1, [1]),
        .attributeFailed(.timedOut), .due,
    ]

    private static func machines() throws -> [any FamilyMachine] {
        let credentials = try Credentials.home()
        return [
            ShellyMachine(credentials, hotspot: .open), Shelly1Machine(credentials, hotspot: .open),
            ImprovMachine(credentials),
            ESPHomeMachine(credentials, hotspot: .open), WLEDMachine(credentials, hotspot: .wpa2),
            TasmotaMachine(credentials, hotspot: .open), GoProMachine(credentials),
            ThetaMachine(credentials, hotspot: .wpa2),
        ]
    }

    @Test func nothingBeginsWithoutALink() throws {
        for var machine in try Self.machines() {
            for stray in Self.strays { #expect(machine.receive(stray).isEmpty) }
        }
    }

    @Test func aLinkThatGoesFirstIsVanished() throws {
        for var machine in try Self.machines() {
            #expect(machine.receive(.linkLost) == [.finish(.vanished)])
            for stray in Self.strays + [.joined, .connected([]), .linkLost] { #expect(machine.receive(stray).isEmpty) }
        }
    }

    @Test func aSecondLinkChangesNothing() throws {
        for var machine in try Self.machines() {
            let first = machine.receive(.joined) + machine.receive(.connected([]))
            #expect(first.count == 1)
            #expect(machine.receive(.joined).isEmpty && machine.receive(.connected([])).isEmpty)
        }
    }
}
