// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import CoreBluetooth
import Foundation

enum PlugEvent {
    case state(CBManagerState)
    case connected(String)
    case disconnected(Error?)
    case isOn(Bool)
    case written
    case count(UInt32)
    case signal(Int)
    case failed(Int, String)
    case discovered(UUID, Int)
}

/// Talks to one plug.
class PlugConnection: NSObject {
    static let plugService = CBUUID(string: "FFF0")
    static let switchCharacteristic = CBUUID(string: "FFF1")
    static let countCharacteristic = CBUUID(string: "FFF2")
    static let lockedCharacteristic = CBUUID(string: "FFF3")

    private var centralManager: CBCentralManager!
    private let identifier: UUID
    private var peripheral: CBPeripheral?
    private var powerCharacteristic: CBCharacteristic?
    private var counterCharacteristic: CBCharacteristic?
    private var shouldReconnect = true

    var onEvent: ((PlugEvent) -> Void)?

    init(identifier: UUID) {
        self.identifier = identifier
        super.init()
        centralManager = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionShowPowerAlertKey: true])
    }

    func toggle(_ isOn: Bool) {
        guard let peripheral, let powerCharacteristic, peripheral.state == .connected else { return }
        peripheral.writeValue(Data([isOn ? 1 : 0]), for: powerCharacteristic, type: .withResponse)
    }

    func stopCounting() {
        guard let counterCharacteristic else { return }
        peripheral?.setNotifyValue(false, for: counterCharacteristic)
    }

    func disconnect() {
        guard let peripheral else { return }
        shouldReconnect = false
        centralManager.cancelPeripheralConnection(peripheral)
    }

    func scan() {
        if !centralManager.isScanning {
            centralManager.scanForPeripherals(
                withServices: [Self.plugService],
                options: [CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: false)])
        }
    }
}

extension PlugConnection: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        onEvent?(.state(central.state))
        switch central.state {
        case .poweredOn:
            guard let peripheral = central.retrievePeripherals(withIdentifiers: [identifier]).first else { return }
            self.peripheral = peripheral
            peripheral.delegate = self
            central.connect(peripheral, options: nil)
        case .poweredOff, .resetting, .unauthorized, .unknown, .unsupported:
            break
        @unknown default:
            break
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        central.stopScan()
        let services = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
        guard services.contains(Self.plugService) else { return }
        onEvent?(.discovered(peripheral.identifier, RSSI.intValue))
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        onEvent?(.connected(peripheral.name ?? "?"))
        peripheral.discoverServices([Self.plugService])
    }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?) {
        onEvent?(.failed((error as NSError?)?.code ?? -1, (error as NSError?)?.domain ?? ""))
    }

    func centralManager(_ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?) {
        powerCharacteristic = nil
        counterCharacteristic = nil
        onEvent?(.disconnected(error))
        if shouldReconnect {
            central.connect(peripheral)
        }
    }
}

extension PlugConnection: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let services = peripheral.services, error == nil else { return }
        for service in services where service.uuid == Self.plugService {
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
        guard let characteristics = service.characteristics else { return }
        for characteristic in characteristics {
            switch characteristic.uuid {
            case Self.switchCharacteristic:
                powerCharacteristic = characteristic
                peripheral.readValue(for: characteristic)
                peripheral.readRSSI()
            case Self.countCharacteristic where characteristic.properties.contains(.notify):
                counterCharacteristic = characteristic
                peripheral.setNotifyValue(true, for: characteristic)
            case Self.lockedCharacteristic:
                peripheral.readValue(for: characteristic)
            default:
                break
            }
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
        if let error = error as? CBATTError {
            onEvent?(.failed(error.errorCode, characteristic.uuid.uuidString))
            return
        }
        guard error == nil, let value = characteristic.value else { return }
        switch characteristic.uuid {
        case Self.switchCharacteristic:
            onEvent?(.isOn(value.first == 1))
        case Self.countCharacteristic:
            onEvent?(.count(value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }))
        default:
            break
        }
    }

    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?) {
        guard error == nil else { return }
        onEvent?(.written)
        peripheral.readValue(for: characteristic)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
    ) {
        if !characteristic.isNotifying { peripheral.discoverDescriptors(for: characteristic) }
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        guard error == nil else { return }
        onEvent?(.signal(RSSI.intValue))
    }
}
