// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct GoProTests {
    private static let services = [
        GATTService(
            handle: 1, uuid: BluetoothUUID(short: 0xFEA6), isPrimary: true,
            characteristics: [characteristic(72, "0072"), characteristic(73, "0073")]),
        GATTService(
            handle: 2, uuid: uuid("0090"), isPrimary: true,
            characteristics: [characteristic(91, "0091"), characteristic(92, "0092")]),
    ]

    private static func uuid(_ number: String) -> BluetoothUUID {
        BluetoothUUID("b5f9\(number)-aa8d-11e3-9046-0002a5d5c51b") ?? BluetoothUUID(short: 0)
    }

    private static func characteristic(_ handle: UInt16, _ number: String) -> GATTCharacteristic {
        GATTCharacteristic(handle: handle, uuid: uuid(number), properties: [.write, .notify])
    }

    /// A short message on the network's characteristic.
    private static func answer(_ bytes: [UInt8]) -> ProvisioningEvent { .notified(92, [UInt8(bytes.count)] + bytes) }

    /// A message that is written in one packet.
    private static func packet(_ bytes: [UInt8]) -> [UInt8] { [0x20, UInt8(bytes.count)] + bytes }

    /// A short message on the characteristic of commands.
    private static func reply(_ bytes: [UInt8]) -> ProvisioningEvent { .notified(73, [UInt8(bytes.count)] + bytes) }

    private static let ready = reply([0x3C, 0])
    private static let notReady = reply([0x3C, 2])
    private static let paired = answer([3, 0x81, 0x08, 1])
    private static let scanned = answer([2, 0x0B, 0x08, 5, 0x10, 7, 0x18, 2, 0x20, 0])

    /// An answer with one entry, in two packets.
    private static func list(_ ssid: String, flags: UInt8) -> [ProvisioningEvent] {
        let entry: [UInt8] =
            [0x0A, UInt8(ssid.utf8.count)] + Array(ssid.utf8) + [0x10, 3, 0x20, 0x85, 0x13, 0x28, flags]
        let message: [UInt8] = [2, 0x83, 0x08, 1, 0x10, 7, 0x1A, UInt8(entry.count)] + entry
        return [
            .notified(92, [0x20, UInt8(message.count)] + message.prefix(18)),
            .notified(92, [0x80] + message.dropFirst(18)),
        ]
    }

    private static func machine() throws -> GoProMachine { GoProMachine(try Credentials.home()) }

    /// The camera was asked for a scan.
    private static func scanning() throws -> GoProMachine {
        var machine = try machine()
        _ = machine.play([.connected(services), .subscribed, .subscribed, .written, .due, .written, paired, .written])
        return machine
    }

    /// The network was written.
    private static func joining(flags: UInt8 = 1) throws -> GoProMachine {
        var machine = try scanning()
        _ = machine.play([scanned, .written] + list("MyWirelessAP", flags: flags) + [.written, .written, .written])
        return machine
    }

    @Test func subscribesBeforeItWrites() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.connected(Self.services)) == [.subscribe(92)])
        #expect(machine.receive(.subscribed) == [.subscribe(73)])
        #expect(machine.receive(.subscribed) == [.write(72, Self.packet([0x3C]))])
        #expect(machine.receive(.written) == [.wait(GoProMachine.informationPatience)])
        let finish: [UInt8] = [3, 1, 0x08, 0, 0x12, 10] + Array("accessoryd".utf8)
        #expect(machine.receive(Self.ready).last == .write(91, Self.packet(finish)))
        #expect(machine.receive(.written) == [.wait(GoProMachine.pairingPatience)])
        #expect(machine.receive(Self.paired) == [.write(91, Self.packet([2, 2]))])
        #expect(machine.receive(.written) == [.wait(GoProMachine.scanPatience)])
    }

    /// The answer comes before or after that to the write.
    @Test(arguments: [false, true])
    func asksUntilTheCameraIsReady(isEarly: Bool) throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .subscribed, .subscribed])
        let pause = [ProvisioningEffect.wait(GoProMachine.readinessPause)]
        for _ in 0..<2 {
            #expect(machine.play(isEarly ? [Self.notReady, .written] : [.written, Self.notReady]) == pause)
            #expect(machine.receive(.due) == [.write(72, Self.packet([0x3C]))])
        }
        #expect(machine.receive(.written) == [.wait(GoProMachine.informationPatience)])
        #expect(machine.receive(Self.ready).first == .report(.identified(DeviceIdentity())))
    }

    @Test func aCameraThatIsNeverReadyIsBusy() throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .subscribed, .subscribed])
        for _ in 1..<GoProMachine.mostQuestions { _ = machine.play([.written, Self.notReady, .due]) }
        #expect(machine.play([.written, Self.notReady]).reason?.kind == .accessoryBusy)
    }

    @Test(
        arguments: [.due, .attributeFailed(.refused(3)), answer([3, 0x81, 0x08, 2]), answer([3, 2])]
            as [ProvisioningEvent])
    func goesOnWithoutAnAnswerToThePairing(event: ProvisioningEvent) throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .subscribed, .subscribed, .written, .due])
        if event != .attributeFailed(.refused(3)) { _ = machine.receive(.written) }
        #expect(machine.receive(event) == [.write(91, Self.packet([2, 2]))])
    }

    @Test func goesOnWithoutAName() throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .subscribed, .subscribed])
        guard case .write(91, _)? = machine.answer(to: .attributeFailed(.refused(3))).first else {
            Issue.record("the pairing is declared finished")
            return
        }
    }

    @Test func reportsTheCamera() throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .subscribed, .subscribed])
        let values = [
            "\0\0\0\u{3E}", "HERO12 Black", "0x05", "H23.01.01.10.00", "C3501324500711", "GP24500711", "0641",
        ]
        // Eleven reserved bytes follow the values.
        let message: [UInt8] =
            [0x3C, 0] + values.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [UInt8](repeating: 7, count: 11)
        #expect(machine.receive(.notified(73, [0x20, UInt8(message.count)] + message.prefix(18))).isEmpty)
        for start in stride(from: 18, to: message.count - 19, by: 19) {
            #expect(machine.receive(.notified(73, [0x80] + message[start..<(start + 19)])).isEmpty)
        }
        let last = (message.count - 18) % 19
        let effects = machine.receive(.notified(73, [0x80] + message.suffix(last == 0 ? 19 : last)))
        let identity = DeviceIdentity(name: "GP24500711", model: "HERO12 Black", version: "H23.01.01.10.00")
        #expect(effects == [.report(.identified(identity))])
        guard case .write(91, _)? = machine.receive(.written).first else {
            Issue.record("the pairing is declared finished")
            return
        }
    }

    @Test func scansAndJoins() throws {
        var machine = try Self.scanning()
        #expect(machine.receive(Self.answer([2, 0x82, 0x08, 1, 0x10, 2])).isEmpty)
        #expect(machine.receive(Self.answer([2, 0x0B, 0x08, 2, 0x20, 0])).isEmpty)
        #expect(machine.receive(Self.scanned) == [.write(91, Self.packet([2, 3, 0x08, 0, 0x10, 2, 0x18, 7]))])
        _ = machine.receive(.written)
        let message: [UInt8] =
            [2, 5, 0x0A, 12] + Array("MyWirelessAP".utf8) + [0x12, 16] + Array("mysecurepassword".utf8) + [0x50, 1]
        #expect(
            machine.play(Self.list("MyWirelessAP", flags: 1)) == [
                .report(.handingOver(.link)), .write(91, [0x20, UInt8(message.count)] + message.prefix(18)),
            ])
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        #expect(machine.receive(.written) == [.write(91, [0x80] + message.dropFirst(18))])
        #expect(machine.answer(to: .linkLost) == [.finish(.unknown)])
        #expect(machine.receive(.written) == [.report(.waitingForAccessory), .wait(GoProMachine.joinPatience)])
        #expect(machine.receive(Self.answer([2, 0x85, 0x08, 1, 0x10, 2, 0x18, 60])).isEmpty)
        #expect(machine.receive(Self.answer([2, 0x0C, 0x08, 2])).isEmpty)
        #expect(machine.receive(Self.answer([2, 0x0C, 0x08, 5])) == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test func aKnownNetworkNeedsNoPassphrase() throws {
        var machine = try Self.scanning()
        let effects = machine.play([Self.scanned, .written] + Self.list("MyWirelessAP", flags: 3))
        #expect(effects.last == .write(91, Self.packet([2, 4, 0x0A, 12] + Array("MyWirelessAP".utf8))))
        _ = machine.receive(.written)
        #expect(machine.answer(to: Self.answer([2, 0x0C, 0x08, 6])).outcome == .onNetwork(address: nil, page: nil))
        // The passphrase that it refused is not this one.
        let refusal = machine.receive(Self.answer([2, 0x0C, 0x08, 8]))
        #expect(refusal.reason?.kind == .networkKept && refusal.refusal?.contains("another passphrase") == true)
    }

    @Test func anUnheardNetworkIsNotInReach() throws {
        var machine = try Self.scanning()
        #expect(machine.answer(to: Self.answer([2, 0x0B, 0x08, 5, 0x20, 0])) == [.finish(.networkNotInReach)])
        let effects = machine.play([Self.scanned, .written] + Self.list("Other", flags: 1))
        #expect(effects == [.finish(.networkNotInReach)])
    }

    @Test func unsupportedSecurityIsRefused() throws {
        var machine = try Self.scanning()
        let effects = machine.play([Self.scanned, .written] + Self.list("MyWirelessAP", flags: 17))
        #expect(effects.refusal?.contains("WPA2") == true)
    }

    @Test(arguments: [
        (UInt8(3), "again", FailureReason.Kind.accessoryBusy), (1, "again", .accessoryBusy),
        (7, "access point", .accessPointRefused),
        (9, "terms", .termsNeeded), (10, "internet", .internetNeeded), (11, "WPA2", .securityUnsuitable),
    ])
    func statesOfFailureAreRefusals(state: UInt8, word: String, kind: FailureReason.Kind) throws {
        var machine = try Self.joining()
        let effects = machine.receive(Self.answer([2, 0x0C, 0x08, state]))
        #expect(effects.refusal?.contains(word) == true && effects.reason?.kind == kind)
    }

    @Test func aWrongPassphraseIsOne() throws {
        var machine = try Self.joining()
        #expect(machine.receive(Self.answer([2, 0x0C, 0x08, 8])) == [.finish(.wrongPassphrase)])
    }

    @Test func itsErrorsAreRefusals() throws {
        var machine = try Self.joining()
        #expect(machine.receive(Self.answer([2, 0x85, 0x08, 3])).refusal?.contains("3") == true)
        let scanning = try Self.scanning()
        #expect(scanning.answer(to: Self.answer([2, 0x82, 0x08, 2])).refusal?.contains("2") == true)
        for state: UInt8 in [1, 3, 4] {
            #expect(scanning.answer(to: Self.answer([2, 0x82, 0x08, 1, 0x10, state])).reason?.kind == .accessoryBusy)
            #expect(scanning.answer(to: Self.answer([2, 0x0B, 0x08, state])).refusal?.contains("scan") == true)
        }
    }

    /// The status stands in the action's place.
    @Test(arguments: [UInt8(1), 2])
    func aRequestThatTheCameraDoesNotKnowIsRefused(status: UInt8) throws {
        for machine in [try Self.scanning(), try Self.joining()] {
            #expect(machine.answer(to: Self.answer([2, status])).reason?.kind == .firmwareOld)
        }
    }

    @Test func aScanWithoutAnEndIsRefused() throws {
        var machine = try Self.scanning()
        #expect(machine.receive(.due).refusal?.contains("scan") == true)
    }

    @Test(
        arguments: [
            [[4, 2, 0x0C, 0x08, 5]], [[0x20, 4, 2, 0x0C, 0x08, 5]], [[0x40, 0, 4, 2], [0x80, 0x0C, 0x08, 5, 9]],
            [[0x40, 0, 9], [4, 2, 0x0C, 0x08, 5]],
        ] as [[[UInt8]]])
    func everyFormOfAPacketIsRead(packets: [[UInt8]]) throws {
        var machine = try Self.joining()
        #expect(machine.play(packets.map { .notified(92, $0) }).outcome == .onNetwork(address: nil, page: nil))
    }

    @Test func aJoinWithoutAnEndIsUnknown() throws {
        var machine = try Self.joining()
        #expect(machine.receive(.due) == [.finish(.unknown)])
    }

    @Test func anUnpairedCameraIsRefused() throws {
        var machine = try Self.machine()
        _ = machine.receive(.connected(Self.services))
        #expect(machine.answer(to: .attributeFailed(.notPaired)).refusal?.contains("pair") == true)
        #expect(machine.answer(to: .attributeFailed(.timedOut)) == [.finish(.vanished)])
        #expect(machine.answer(to: .attributeFailed(.refused(5))).refusal?.contains("5") == true)
    }

    @Test(
        arguments: [
            [], [0], [0x20], [0x40, 1], [0x60], [0xFF], [2, 2], [4, 2, 0x0C, 0x08], [3, 2, 0x0C, 0x0B],
            [5, 2, 0x0C, 0x0A, 99, 1],
            [4, 9, 0x0C, 0x08, 5], [13, 2, 0x0C, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
        ] as [[UInt8]])
    func brokenPacketsAreNoAnswer(packet: [UInt8]) throws {
        var machine = try Self.joining()
        #expect(machine.receive(.notified(92, packet)).isEmpty)
        #expect(machine.receive(.notified(93, [4, 2, 0x0C, 0x08, 5])).isEmpty)
    }

    @Test func aDeviceWithoutTheAttributesIsRefused() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.connected([Self.services[0]])).refusal != nil)
    }

    @Test func aNameThatIsNoTextIsRefusedAtOnce() throws {
        var machine = GoProMachine(try Credentials.bytes())
        #expect(machine.receive(.connected(Self.services)).refusal?.contains("UTF-8") == true)
    }
}
