// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

/// Shelly over Bluetooth.
struct ShellyFrameTests {
    private static let services = [
        GATTService(
            handle: 1, uuid: uuid("5f6d4f53-5f52-5043-5f53-56435f49445f"), isPrimary: true,
            characteristics: [
                characteristic(10, "5f6d4f53-5f52-5043-5f64-6174615f5f5f"),
                characteristic(20, "5f6d4f53-5f52-5043-5f74-785f63746c5f"),
                characteristic(30, "5f6d4f53-5f52-5043-5f72-785f63746c5f"),
            ])
    ]

    private static func uuid(_ text: String) -> BluetoothUUID { BluetoothUUID(text) ?? BluetoothUUID(short: 0) }

    private static func characteristic(_ handle: UInt16, _ uuid: String) -> GATTCharacteristic {
        GATTCharacteristic(handle: handle, uuid: self.uuid(uuid), properties: [.read, .write])
    }

    private static let info = Array(#"{"id":1,"result":{"id":"shellyplus1-c4dd57877294","gen":2}}"#.utf8)

    private static func machine() throws -> ShellyMachine { ShellyMachine(try Credentials.home(), hotspot: nil) }

    /// The events of one answer.
    private static func answer(_ body: [UInt8]) -> [ProvisioningEvent] {
        [
            .written, .written, .read([0, 0, 0, UInt8(body.count)]), .read(Array(body.prefix(20))),
            .read(Array(body.dropFirst(20))),
        ]
    }

    @Test func writesTheLengthAndThenTheMessage() throws {
        var machine = try Self.machine()
        let message = Array(#"{"id":1,"src":"accessoryd","method":"Shelly.GetDeviceInfo"}"#.utf8)
        #expect(machine.receive(.connected(Self.services)) == [.write(20, [0, 0, 0, UInt8(message.count)])])
        #expect(machine.receive(.written) == [.write(10, message)])
        #expect(machine.receive(.written) == [.read(30)])
        #expect(machine.receive(.read([0, 0, 0, 0])) == [.wait(.milliseconds(100))])
        #expect(machine.receive(.due) == [.read(30)])
        #expect(machine.receive(.read([0, 0, 0, UInt8(Self.info.count)])) == [.read(10)])
        #expect(machine.receive(.read(Array(Self.info.prefix(30)))) == [.read(10)])
        let effects = machine.receive(.read(Array(Self.info.dropFirst(30))))
        #expect(effects.contains(.report(.handingOver(.clearText))))
        guard case .write(20, let length) = effects.last else {
            Issue.record("no call")
            return
        }
        #expect(length.count == 4 && length[3] > 100)
    }

    @Test(arguments: [[0, 0, 0, 20], [0, 0, 1, 0], [255, 255, 255, 255]] as [[UInt8]])
    func aWrongLengthDoesNotMatter(length: [UInt8]) throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .written, .written, .read(length)])
        let effects = machine.receive(.read(Self.info))
        #expect(effects.contains(.report(.handingOver(.clearText))))
    }

    @Test func anEmptyPartEndsTheAnswer() throws {
        var machine = try Self.machine()
        let events: [ProvisioningEvent] = [
            .connected(Self.services), .written, .written, .read([0, 0, 0, 99]), .read([]),
        ]
        #expect(machine.play(events).refusal?.contains("Shelly") == true)
    }

    @Test func aLinkThatGoesBeforeTheMessageIsVanished() throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services)] + Self.answer(Self.info))
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        #expect(machine.answer(to: .attributeFailed(.timedOut)) == [.finish(.vanished)])
        #expect(machine.answer(to: .attributeFailed(.notPaired)).refusal?.contains("paired") == true)
        _ = machine.receive(.written)
        #expect(machine.receive(.linkLost) == [.finish(.unknown)])
    }

    /// Firmware 2.0 takes calls without a bond only while the device is new.
    @Test func aDeviceThatClosesItsSetUpMayHaveTheNetwork() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.connected(Self.services)).count == 1)
        let refusal = machine.answer(to: .attributeFailed(.notPaired)).refusal
        #expect(refusal?.contains("paired") == true && refusal?.contains("reset") == true)
        let done = Array(#"{"id":1,"result":{"restart_required":false}}"#.utf8)
        _ = machine.play([.connected(Self.services)] + Self.answer(Self.info) + Self.answer(done) + [.due])
        #expect(machine.answer(to: .attributeFailed(.notPaired)) == [.finish(.unknown)])
        let status = Array(#"{"id":1,"result":{"status":"got ip","ssid":"MyWirelessAP","sta_ip":"10.0.0.7"}}"#.utf8)
        _ = machine.play(Self.answer(status))
        #expect(
            machine.answer(to: .attributeFailed(.notPaired))
                == [.finish(.onNetwork(address: "10.0.0.7", page: nil))])
    }

    @Test func anAnswerThatDoesNotComeIsAskedForAgain() throws {
        var machine = try Self.machine()
        _ = machine.play([.connected(Self.services), .written, .written])
        for _ in 1..<50 { _ = machine.play([.read([0, 0, 0, 0]), .due]) }
        #expect(machine.receive(.read([])) == [.wait(.seconds(2))])
        guard case .write(20, _) = machine.receive(.due).first else {
            Issue.record("no second call")
            return
        }
    }

    @Test func reachesTheNetwork() throws {
        var machine = try Self.machine()
        let done = Array(#"{"id":1,"result":{"restart_required":false}}"#.utf8)
        let status = Array(#"{"id":1,"result":{"status":"got ip","ssid":"MyWirelessAP","sta_ip":"10.0.0.7"}}"#.utf8)
        _ = machine.play([.connected(Self.services)] + Self.answer(Self.info) + Self.answer(done) + [.due])
        _ = machine.play(Self.answer(status) + Self.answer(done))
        #expect(machine.play(Self.answer(done)) == [.finish(.onNetwork(address: "10.0.0.7", page: nil))])
    }

    @Test func aDeviceWithoutTheCallsIsRefused() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.connected([])).refusal?.contains("Bluetooth") == true)
    }
}
