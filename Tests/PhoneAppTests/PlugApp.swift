// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import CoreBluetooth
import Glibc

/// A plug's app that notes what its delegate is notified of.
final class PlugApp: Sendable {
    enum Event: Hashable, Sendable {
        case state(CBManagerState)
        case discovered(UUID, Int)
        case connected
        case failed(CBError.Code?)
        case disconnected(CBError.Code?)
        case services([String])
        case characteristics([String])
        case descriptors([String])
        case value(String, [UInt8])
        case valueFailed(String, Int)
        case descriptorValue(String)
        case written(String)
        case writeFailed(String, Int)
        case notifying(String, Bool)
        case isReady
        case rssi(Int, Bool)
        case modified([String])
        case renamed(String)
    }

    static let air = """
        \(Agent.air)
        [Bluetooth hci0]
        Address=02:00:00:00:0A:01
        [Device plug]
        Address=02:00:00:00:0C:01
        Name=Plug-0042
        Services=FFF0
        Characteristics=FFF0/FFF1:00 read write write-without-response notify; FFF0/FFF2:00000000 notify; FFF0/FFF3:01 read
        Descriptors=FFF0/FFF1/2901:'Switch'
        Notifies=FFF0/FFF2:1ms
        [Device neighbour]
        Address=02:00:00:00:0C:02
        Name=Plug-0043
        Services=FFF0
        """

    /// Runs an agent whose app has the plug around `body`.
    static func run(
        air: String = PlugApp.air, _ body: @escaping @Sendable (Agent, PlugApp) async throws -> Void
    ) async throws {
        try await Agent.run(air: air) { agent in
            try await grant(agent)
            try await body(agent, PlugApp(agent))
        }
    }

    static func grant(_ agent: Agent) async throws {
        try await agent.ctl(
            "access", "grant", "--app", "org.example.camera", "--user", "\(getuid())", "--bluetooth",
            "02:00:00:00:0C:01", "--ssid", "MyCam-0042")
    }

    let central: CBCentralManager
    /// The delegate's.
    let queue = DispatchQueue(label: "plug")
    private let sink = Sink()

    init(_ agent: Agent) {
        central = CBCentralManager(
            delegate: sink, queue: queue, runtimeDirectory: agent.directory)
    }

    var events: AsyncStream<Event> { sink.events }

    /// The app's own plug, as the session names it.
    func plug(_ agent: Agent) async throws -> CBPeripheral {
        let session = ASAccessorySession(runtimeDirectory: agent.directory)
        let events = session.events
        session.activate(on: .main) { _ in }
        for await event in events where event.eventType == .activated { break }
        guard let identifier = session.accessories.first?.bluetoothIdentifier,
            let plug = central.retrievePeripherals(withIdentifiers: [identifier]).first
        else { throw Missing() }
        plug.delegate = sink
        return plug
    }

    struct Missing: Error {}

    /// The discovered characteristic.
    static func characteristic(_ uuid: String, _ plug: CBPeripheral) throws -> CBCharacteristic {
        let all = (plug.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBUUID(string: uuid) }) else { throw Missing() }
        return found
    }

    private final class Sink: CBCentralManagerDelegate, CBPeripheralDelegate, Sendable {
        let events: AsyncStream<Event>
        private let happens: AsyncStream<Event>.Continuation

        init() { (events, happens) = AsyncStream.makeStream() }

        func centralManagerDidUpdateState(_ central: CBCentralManager) { happens.yield(.state(central.state)) }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
            rssi: Int
        ) {
            happens.yield(.discovered(peripheral.identifier, rssi))
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            happens.yield(.connected)
        }

        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
        ) {
            happens.yield(.failed((error as? CBError)?.code))
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
        ) {
            happens.yield(.disconnected((error as? CBError)?.code))
        }

        func peripheralDidUpdateName(_ peripheral: CBPeripheral) { happens.yield(.renamed(peripheral.name ?? "")) }

        func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
            happens.yield(.modified(invalidatedServices.map(\.uuid.uuidString)))
        }

        func peripheral(_ peripheral: CBPeripheral, didReadRSSI rssi: Int, error: (any Error)?) {
            happens.yield(.rssi(rssi, error == nil))
        }

        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            happens.yield(.services((peripheral.services ?? []).map(\.uuid.uuidString)))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
        ) {
            happens.yield(.characteristics((service.characteristics ?? []).map(\.uuid.uuidString)))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            happens.yield(.descriptors((characteristic.descriptors ?? []).map(\.uuid.uuidString)))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
        ) {
            let name = characteristic.uuid.uuidString
            happens.yield(
                error.map { .valueFailed(name, $0._code) } ?? .value(name, [UInt8](characteristic.value ?? Data())))
        }

        func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?) {
            happens.yield(.descriptorValue(descriptor.value as? String ?? "?"))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
        ) {
            let name = characteristic.uuid.uuidString
            happens.yield(error.map { .writeFailed(name, $0._code) } ?? .written(name))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            happens.yield(.notifying(characteristic.uuid.uuidString, characteristic.isNotifying))
        }

        func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { happens.yield(.isReady) }
    }
}
