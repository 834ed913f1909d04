// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import CoreBluetooth
// For NSObject, which CoreBluetooth brings along on a phone.
import Foundation

/// A plug's app, written as on a phone: sets the plug up, switches it, and prints what it reports.
final class PlugSwitch: NSObject {
    static let service = CBUUID(string: "FFF0")
    static let power = CBUUID(string: "FFF1")
    static let watts = CBUUID(string: "FFF2")

    private let session = ASAccessorySession()
    private var central: CBCentralManager?
    private var plug: CBPeripheral?
    private var identifier: UUID?

    func start() {
        session.activate(on: .main) { event in
            switch event.eventType {
            case .activated:
                self.identifier = self.session.accessories.compactMap(\.bluetoothIdentifier).first
                if self.identifier == nil { self.showPicker() } else { self.connect() }
            case .accessoryAdded: self.identifier = event.accessory?.bluetoothIdentifier
            case .pickerDidDismiss where self.identifier != nil: self.connect()
            case .accessoryRemoved: self.end("the plug is no longer this app's")
            case .invalidated: self.end(event.error?.localizedDescription ?? "the session is over")
            default: break
            }
        }
    }

    private func showPicker() {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = Self.service
        let picture = UIImage(systemName: "powerplug") ?? UIImage()
        let item = ASPickerDisplayItem(name: "Plug", productImage: picture, descriptor: descriptor)
        session.showPicker(for: [item]) { error in
            if let error { self.end(error.localizedDescription) }
        }
    }

    private func connect() { central = CBCentralManager(delegate: self, queue: nil) }

    private func end(_ reason: String) {
        print(reason)
        exit(1)
    }
}

extension PlugSwitch: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, let identifier else { return }
        plug = central.retrievePeripherals(withIdentifiers: [identifier]).first
        plug?.delegate = self
        if let plug { central.connect(plug) }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        print("connected to \(peripheral.name ?? "a plug")")
        peripheral.discoverServices([Self.service])
    }

    func centralManager(_ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?) {
        print("disconnected: \(error?.localizedDescription ?? "by this app")")
        central.connect(peripheral)
    }
}

extension PlugSwitch: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([Self.power, Self.watts], for: service)
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.uuid == Self.watts { peripheral.setNotifyValue(true, for: characteristic) }
            if characteristic.uuid == Self.power { peripheral.readValue(for: characteristic) }
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
        guard let value = characteristic.value, error == nil else {
            return print("\(characteristic.uuid): \(error?.localizedDescription ?? "no value")")
        }
        guard characteristic.uuid == Self.power else { return print("power: \([UInt8](value)) W") }
        let isOn = value.first == 1
        print("the plug is \(isOn ? "on" : "off"); switching it \(isOn ? "off" : "on")")
        peripheral.writeValue(Data([isOn ? 0 : 1]), for: characteristic, type: .withResponse)
    }

    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?) {
        print(error.map { "not switched: \($0.localizedDescription)" } ?? "switched")
    }
}

let app = PlugSwitch()
app.start()
dispatchMain()
