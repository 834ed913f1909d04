// SPDX-License-Identifier: Apache-2.0

import AccessoryClient

/// One request of the app to a peripheral.
enum PeripheralRequest: Sendable {
    case services([CBUUID]?)
    case includedServices([CBUUID]?, CBService)
    case characteristics([CBUUID]?, CBService)
    case descriptors(CBCharacteristic)
    case read(CBCharacteristic)
    case readDescriptor(CBDescriptor)
    case write(Data, CBCharacteristic, CBCharacteristicWriteType)
    case writeDescriptor(Data, CBDescriptor)
    case notify(Bool, CBCharacteristic)
    case signalStrength

    /// A write without response.
    var isUnconfirmed: Bool {
        if case .write(_, _, .withoutResponse) = self { true } else { false }
    }

    /// The attribute that it is about; nil if it is about the peripheral.
    var attribute: CBAttribute? {
        switch self {
        case .services, .signalStrength: nil
        case .includedServices(_, let service), .characteristics(_, let service): service
        case .descriptors(let characteristic), .read(let characteristic), .write(_, let characteristic, _),
            .notify(_, let characteristic):
            characteristic
        case .readDescriptor(let descriptor), .writeDescriptor(_, let descriptor): descriptor
        }
    }

    /// The bytes that it writes.
    var written: Data? {
        switch self {
        case .write(let data, _, _), .writeDescriptor(let data, _): data
        case _: nil
        }
    }

    /// Notifies the app of the answer.
    func notify(_ delegate: any CBPeripheralDelegate, _ peripheral: CBPeripheral, _ rssi: Int, _ error: (any Error)?) {
        switch self {
        case .services: delegate.peripheral(peripheral, didDiscoverServices: error)
        case .includedServices(_, let service):
            delegate.peripheral(peripheral, didDiscoverIncludedServicesFor: service, error: error)
        case .characteristics(_, let service):
            delegate.peripheral(peripheral, didDiscoverCharacteristicsFor: service, error: error)
        case .descriptors(let characteristic):
            delegate.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic, error: error)
        case .read(let characteristic):
            delegate.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
        case .readDescriptor(let descriptor):
            delegate.peripheral(peripheral, didUpdateValueFor: descriptor, error: error)
        case .write(_, let characteristic, .withResponse):
            delegate.peripheral(peripheral, didWriteValueFor: characteristic, error: error)
        case .write(_, _, .withoutResponse): break
        case .writeDescriptor(_, let descriptor):
            delegate.peripheral(peripheral, didWriteValueFor: descriptor, error: error)
        case .notify(_, let characteristic):
            delegate.peripheral(peripheral, didUpdateNotificationStateFor: characteristic, error: error)
        case .signalStrength: delegate.notify(peripheral, signalStrength: rssi, error)
        }
    }
}
