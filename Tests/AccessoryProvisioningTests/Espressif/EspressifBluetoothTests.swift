// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// The machine over Bluetooth.
struct EspressifBluetoothTests {
    typealias Event = ProvisioningEvent

    /// Each endpoint's handle is followed by that of its description.
    private static let names: [UInt16: String] = [
        10: "prov-ctrl", 20: "prov-scan", 30: "prov-session", 40: "prov-config", 50: "proto-ver", 60: "custom",
    ]

    private static func service(_ uuid: String, from first: UInt16 = 0, without missing: UInt16? = nil) throws
        -> GATTService
    {
        GATTService(
            handle: first + 1, uuid: try #require(BluetoothUUID(uuid)), isPrimary: true,
            characteristics: names.keys.sorted().filter { $0 != missing }.map { handle in
                GATTCharacteristic(
                    handle: first + handle, uuid: BluetoothUUID(short: handle),
                    properties: [.read, .write, .notify],
                    descriptors: [
                        GATTDescriptor(handle: first + handle + 1, uuid: BluetoothUUID(short: 0x2902)),
                        GATTDescriptor(handle: first + handle + 2, uuid: BluetoothUUID(short: 0x2901)),
                    ])
            })
    }

    private static let usual = "1775244d-6b43-439b-877c-060f2d9bed07"
    private static let own = "b4d60000-77d4-4d1b-9d36-5a8f6f8dbb2e"

    /// Runs to the outcome. The hook may answer in place of the accessory; it gets each effect that asks for something.
    private static func run(
        _ talk: inout EspressifTalk, _ services: [GATTService],
        _ hook: (ProvisioningEffect, EspressifAccessory) -> Event? = { _, _ in nil }
    ) -> ProvisioningOutcome? {
        var event = Event.connected(services)
        var values: [UInt16: [UInt8]] = [:]
        for _ in 0..<500 {
            var next: Event?
            let wanted = talk.machine.receive(event)
            talk.effects += wanted
            for effect in wanted {
                let handled = hook(effect, talk.accessory)
                switch effect {
                case .finish(let outcome): return outcome
                case .wait: next = .due
                case .read(let handle):
                    next = handled ?? .read(values[handle] ?? Array((names[(handle - 2) % 100] ?? "").utf8))
                case .write(let handle, let bytes):
                    let endpoint = names[handle % 100] ?? ""
                    values[handle] = talk.accessory.answer(bytes, at: endpoint)
                    next = handled ?? (values[handle] == nil ? .attributeFailed(.refused(0x0E)) : .written)
                case .report, .subscribe, .request: break
                }
            }
            guard let next else { return nil }
            event = next
        }
        return nil
    }

    @Test(arguments: [0, 1, 2])
    func provisionsOverBluetooth(security: Int) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: security, patch: 1), secret: security == 0 ? nil : "abcd1234",
            draws: [PasswordVectors.clientSecret])
        #expect(Self.run(&talk, [try Self.service(Self.usual)]) == EspressifMachineTests.home)
        #expect(talk.accessory.network == KeyExchangeVectors.plainNetwork)
        #expect(talk.effects.prefix(6) == [.read(12), .read(22), .read(32), .read(42), .read(52), .read(62)])
        #expect(talk.effects[6] == .write(50, Array("---".utf8)))
        #expect(talk.effects[7] == .read(50))
    }

    @Test func readsTheKnownServiceFirst() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let services = [try Self.service(Self.own, from: 100), try Self.service(Self.usual, from: 200)]
        #expect(Self.run(&talk, services) == EspressifMachineTests.home)
        #expect(talk.effects.first == .read(212))
        #expect(!talk.effects.contains(.read(112)))
    }

    @Test func takesEndpointsOfOneServiceOnly() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let services = [
            try Self.service(Self.usual, from: 200, without: 40), try Self.service(Self.own, from: 100, without: 50),
        ]
        #expect(
            Self.run(&talk, services)
                == .refusing(
                    .notOverBluetooth, "the device has no endpoints for provisioning; start its provisioning mode"))
    }

    @Test func readsOnlySoManyDescriptions() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let services = try (0..<20).map { try Self.service(Self.own, from: 100 * $0, without: 30) }
        guard case .refused = Self.run(&talk, services) else {
            Issue.record("no refusal")
            return
        }
        #expect(talk.effects.count == EndpointSearch.limit + 1)
    }

    @Test func skipsADescriptionThatItMayNotRead() throws {
        var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.wrongPassphrase]))
        let outcome = Self.run(&talk, [try Self.service(Self.usual)]) { effect, _ in
            effect == .read(12) ? .attributeFailed(.refused(2)) : nil
        }
        // Without the endpoint the accessory keeps what it has.
        #expect(outcome == .wrongPassphrase)
        #expect(talk.accessory.controls == 0)
    }

    @Test func resetsAnAccessoryThatFailed() throws {
        var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.networkNotFound]))
        #expect(Self.run(&talk, [try Self.service(Self.usual)]) == .networkNotInReach)
        #expect(talk.accessory.controls == 1)
    }

    @Test(arguments: [Event.attributeFailed(.refused(0x0E)), .linkLost])
    func takesARefusalOfTheProofForAWrongOne(refusal: Event) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let outcome = Self.run(&talk, [try Self.service(Self.usual)]) { effect, _ in
            guard case .write(30, let bytes) = effect, bytes.starts(with: hex("10015a27")) else { return nil }
            return refusal
        }
        #expect(outcome == .wrongProof)
    }

    @Test func endsWithAWrongProof() throws {
        var talk = try EspressifTalk(EspressifAccessory(), secret: "abcd1235")
        #expect(Self.run(&talk, [try Self.service(Self.usual)]) == .wrongProof)
    }

    @Test func asksForABond() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let outcome = Self.run(&talk, [try Self.service(Self.usual)]) { effect, _ in
            if case .write = effect { .attributeFailed(.notPaired) } else { nil }
        }
        #expect(outcome == .refusing(.pairingFirst, "the accessory speaks over a paired link only; pair it first"))
    }

    @Test func knowsNothingWithoutTheLinkAfterTheJoin() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let outcome = Self.run(&talk, [try Self.service(Self.usual)]) { _, accessory in
            accessory.isApplied ? .linkLost : nil
        }
        #expect(outcome == .unknown)
    }

    @Test func asksInANewSessionAfterALostAnswer() throws {
        var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.wrongPassphrase]))
        var writes = 0
        let outcome = Self.run(&talk, [try Self.service(Self.usual)]) { effect, _ in
            guard case .write(40, _) = effect else { return nil }
            writes += 1
            return writes == 2 ? .attributeFailed(.timedOut) : nil
        }
        #expect(outcome == .wrongPassphrase)
        #expect(writes == 3)
    }

    @Test func ignoresWhatItDidNotAskFor() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        _ = talk.machine.receive(.connected([try Self.service(Self.usual)]))
        for event in [.written, .subscribed, .notified(40, [1]), .due, .answered(HTTPAnswer(status: 200)), .joined]
            as [Event]
        {
            #expect(talk.machine.receive(event).isEmpty)
        }
    }
}
