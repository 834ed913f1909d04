// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct ImprovTests {
    private static let (state, error, command, result, capabilities) = (
        UInt16(11), UInt16(12), UInt16(13), UInt16(14), UInt16(15)
    )
    private static let services = [
        GATTService(
            handle: 1, uuid: uuid("8000"), isPrimary: true,
            characteristics: (1...5).map {
                GATTCharacteristic(
                    handle: UInt16(10 + $0), uuid: uuid("800\($0)"), properties: [.read, .write, .notify])
            })
    ]

    private static func uuid(_ number: String) -> BluetoothUUID {
        BluetoothUUID("00467768-6228-2272-4663-27747826\(number)") ?? BluetoothUUID(short: 0)
    }

    /// The vector of the specification: 01 1E 0C "MyWirelessAP" 10 "mysecurepassword" C0.
    private static let network =
        [0x01, 0x1E, 0x0C] + Array("MyWirelessAP".utf8) + [0x10] + Array("mysecurepassword".utf8) + [0xC0]

    private static func frame(_ command: UInt8, _ strings: [String]) -> [UInt8] {
        let data = strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        let head = [command, UInt8(data.count)] + data
        return head + [head.reduce(0, &+)]
    }

    private static func machine() throws -> ImprovMachine { ImprovMachine(try Credentials.home()) }

    /// Subscribed to everything; the state is asked for.
    private static func ready(capabilities: UInt8 = 0) throws -> ImprovMachine {
        var machine = try machine()
        _ = machine.play([.connected(services), .read([capabilities]), .subscribed, .subscribed, .subscribed])
        return machine
    }

    /// The network was written.
    private static func waiting() throws -> ImprovMachine {
        var machine = try ready()
        _ = machine.play([.read([2]), .written])
        return machine
    }

    @Test func subscribesBeforeItWrites() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.connected(Self.services)) == [.read(Self.capabilities)])
        #expect(machine.receive(.read([0])) == [.subscribe(Self.state)])
        #expect(machine.receive(.subscribed) == [.subscribe(Self.error)])
        #expect(machine.receive(.subscribed) == [.subscribe(Self.result)])
        #expect(machine.receive(.subscribed) == [.read(Self.state)])
        #expect(machine.receive(.read([2])) == [.report(.handingOver(.clearText)), .write(Self.command, Self.network)])
        #expect(machine.receive(.written) == [.report(.waitingForAccessory), .wait(ImprovMachine.joinPatience)])
    }

    @Test func anOpenNetworkHasAnEmptyPassphrase() throws {
        var machine = ImprovMachine(try Credentials.home("abc", nil))
        let effects = machine.play([
            .connected(Self.services), .read([0]), .subscribed, .subscribed, .subscribed, .read([2]),
        ])
        #expect(effects.last == .write(Self.command, [1, 5, 3, 0x61, 0x62, 0x63, 0, 0x2F]))
    }

    @Test func anyNameIsTaken() throws {
        var machine = ImprovMachine(try Credentials.bytes())
        let effects = machine.play([
            .connected(Self.services), .read([0]), .subscribed, .subscribed, .subscribed, .read([2]),
        ])
        #expect(effects.outcome == nil && effects.count == 2)
    }

    @Test func asksForItsInformationIfItCan() throws {
        var machine = try Self.ready(capabilities: 0x02)
        #expect(machine.receive(.read([2])) == [.write(Self.command, [3, 0, 3])])
        #expect(machine.receive(.written) == [.wait(ImprovMachine.informationPatience)])
        let strings = Self.frame(3, ["ESPHome", "2026.1", "ESP32-C3", "Lamp"])
        let identity = DeviceIdentity(name: "Lamp", model: "ESP32-C3", version: "ESPHome 2026.1")
        #expect(
            machine.receive(.notified(Self.result, strings)) == [
                .report(.identified(identity)), .report(.handingOver(.clearText)), .write(Self.command, Self.network),
            ])
    }

    @Test func theInformationMayComeBeforeTheWriteIsAnswered() throws {
        var machine = try Self.ready(capabilities: 0x02)
        _ = machine.receive(.read([2]))
        let strings = Self.frame(3, ["", "", "", ""])
        #expect(machine.receive(.notified(Self.result, strings)) == [.report(.identified(DeviceIdentity()))])
        #expect(machine.receive(.written).last == .write(Self.command, Self.network))
    }

    @Test(arguments: [
        [ProvisioningEvent.written, .due], [.attributeFailed(.refused(3))], [.attributeFailed(.timedOut)],
    ])
    func goesOnWithoutItsInformation(events: [ProvisioningEvent]) throws {
        var machine = try Self.ready(capabilities: 0xFF)
        _ = machine.receive(.read([2]))
        #expect(machine.play(events).last == .write(Self.command, Self.network))
    }

    @Test func aResultInPartsIsJoined() throws {
        var machine = try Self.waiting()
        let frame = Self.frame(1, ["http://192.168.1.9/setup"])
        #expect(machine.receive(.notified(Self.result, Array(frame.prefix(20)))).isEmpty)
        #expect(
            machine.receive(.notified(Self.result, Array(frame.dropFirst(20)))) == [
                .finish(.onNetwork(address: "192.168.1.9", page: "http://192.168.1.9/setup"))
            ])
    }

    private static let assistant = "https://my.home-assistant.io/redirect/config_flow_start?domain=esphome"

    /// ESPHome names the page of Home Assistant first.
    @Test(
        arguments: [
            ([assistant, "http://192.168.1.23:80"], "192.168.1.23", "http://192.168.1.23:80"),
            (["http://192.168.1.23/", assistant], "192.168.1.23", "http://192.168.1.23/"),
            ([assistant, "http://lamp.local:8080/", "http://192.168.1.23"], nil, "http://lamp.local:8080/"),
            (["https://maker.example/?ip=192.168.1.23", "http://[fd00::17]/"], "fd00::17", "http://[fd00::17]/"),
            ([assistant], nil, nil), ([assistant, "http://0.0.0.0:80"], nil, nil),
            (["http://192.168.1.23@maker.example/"], nil, nil), (["http://192.168.1.23.maker.example/"], nil, nil),
            (["http://lamp.localhost/", "http://.local/", "http://[fe80::1]/"], nil, nil),
        ] as [([String], String?, String?)])
    func theAccessorysOwnPageIsItsPage(pages: [String], address: String?, page: String?) throws {
        var machine = try Self.waiting()
        let effects = machine.receive(.notified(Self.result, Self.frame(1, pages)))
        #expect(effects == [.finish(.onNetwork(address: address, page: page))])
    }

    @Test(arguments: [[], [""], ["javascript:alert(1)"], ["http://a b"], ["http://\u{1B}"]])
    func aResultWithoutAPageIsOne(strings: [String]) throws {
        var machine = try Self.waiting()
        let effects = machine.receive(.notified(Self.result, Self.frame(1, strings)))
        #expect(effects == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test func theLastStateWaitsForThePage() throws {
        var machine = try Self.waiting()
        #expect(machine.receive(.notified(Self.state, [3])).isEmpty)
        #expect(machine.receive(.notified(Self.state, [4])) == [.wait(ImprovMachine.resultPatience)])
        #expect(machine.answer(to: .linkLost) == [.finish(.onNetwork(address: nil, page: nil))])
        #expect(machine.answer(to: .due) == [.finish(.onNetwork(address: nil, page: nil))])
        let effects = machine.receive(.notified(Self.result, Self.frame(1, ["http://lamp.local"])))
        #expect(effects == [.finish(.onNetwork(address: nil, page: "http://lamp.local"))])
    }

    @Test func theLastStateMayComeBeforeTheWriteIsAnswered() throws {
        var machine = try Self.ready()
        _ = machine.receive(.read([2]))
        #expect(machine.receive(.notified(Self.state, [4])) == [.wait(ImprovMachine.resultPatience)])
        #expect(machine.receive(.due).isEmpty)
        #expect(machine.receive(.written) == [.report(.waitingForAccessory), .wait(ImprovMachine.resultPatience)])
        #expect(machine.receive(.due) == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test(arguments: [
        (UInt8(1), "firmware", FailureReason.Kind.firmwareOld), (2, "firmware", .firmwareOld),
        (5, "host name", .accessoryError), (0xFF, "255", .accessoryError),
    ])
    func itsErrorsAreRefusals(code: UInt8, word: String, kind: FailureReason.Kind) throws {
        var machine = try Self.waiting()
        let effects = machine.receive(.notified(Self.error, [code]))
        #expect(effects.refusal?.contains(word) == true && effects.reason?.kind == kind)
    }

    @Test(arguments: [[ProvisioningEvent.notified(12, [3])], [.notified(11, [3]), .notified(11, [2])]])
    func namesBothCausesOfAFailedJoin(events: [ProvisioningEvent]) throws {
        var machine = try Self.waiting()
        let refusal = try #require(machine.play(events).refusal)
        #expect(refusal.contains("passphrase") && refusal.contains("range"))
    }

    @Test func anErrorThatIsClearedIsNone() throws {
        var machine = try Self.waiting()
        #expect(machine.receive(.notified(Self.error, [0])).isEmpty)
        #expect(machine.receive(.notified(Self.error, [4])) == [.finish(.buttonNeeded)])
    }

    @Test func waitsForTheButton() throws {
        var machine = try Self.ready()
        #expect(machine.receive(.read([1])) == [.wait(ImprovMachine.buttonPatience)])
        #expect(machine.receive(.notified(Self.state, [1])).isEmpty)
        #expect(machine.answer(to: .due) == [.finish(.buttonNeeded)])
        #expect(machine.receive(.notified(Self.state, [2])).last == .write(Self.command, Self.network))
    }

    @Test(arguments: [
        ([UInt8(3)], "wait", FailureReason.Kind.handOverUnderWay), ([4], "reset", .networkKept),
        ([0], "off and on", .takesNoneNow), ([], "state", .answerGarbled), ([9], "state", .answerGarbled),
    ])
    func otherStatesAreRefused(value: [UInt8], word: String, kind: FailureReason.Kind) throws {
        var machine = try Self.ready()
        let effects = machine.receive(.read(value))
        #expect(effects.refusal?.contains(word) == true && effects.reason?.kind == kind)
    }

    @Test func aLostLinkIsUnknownAfterTheNetworkAlone() throws {
        var machine = try Self.ready()
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        _ = machine.receive(.read([2]))
        #expect(machine.answer(to: .linkLost) == [.finish(.unknown)])
        #expect(machine.answer(to: .attributeFailed(.timedOut)) == [.finish(.unknown)])
        #expect(machine.answer(to: .attributeFailed(.refused(13))).refusal?.contains("13") == true)
        #expect(machine.play([.written, .due]) == [.finish(.unknown)])
    }

    @Test func missingAttributesAreRefused() throws {
        var machine = try Self.machine()
        var services = Self.services
        services[0].characteristics.removeLast()
        #expect(machine.receive(.connected(services)).refusal?.contains("Improv") == true)
    }

    @Test(
        arguments: [
            [], [1], [1, 0, 9], [1, 200, 1, 2], [1, 1, 0xFF, 1], [9, 0, 9], Array(repeating: 0xFF, count: 600),
        ] as [[UInt8]])
    func aBrokenResultIsNone(bytes: [UInt8]) throws {
        var machine = try Self.waiting()
        #expect(machine.receive(.notified(Self.result, bytes)).isEmpty)
        #expect(machine.receive(.linkLost) == [.finish(.unknown)])
    }
}
