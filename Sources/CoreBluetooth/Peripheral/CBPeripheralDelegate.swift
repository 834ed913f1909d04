// SPDX-License-Identifier: Apache-2.0

// The parameter of a signal's strength has phones' name.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An app's part of a peripheral: it is notified of the answers to its requests, on the central's queue.
///
/// Every method is optional.
public protocol CBPeripheralDelegate: AnyObject {
    /// The type in which the app takes a signal's strength: `NSNumber`, as on phones, or `Int`.
    //
    // NSNumber is in all of Foundation, which this library does not need.
    associatedtype ReadRSSI: ExpressibleByIntegerLiteral = Int where ReadRSSI.IntegerLiteralType == Int

    /// The accessory has another name.
    func peripheralDidUpdateName(_ peripheral: CBPeripheral)

    /// The peripheral has other services than before. These, and everything in them, are not valid any more; discover
    /// the services again.
    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])

    /// The answer to ``CBPeripheral/readRSSI()``, in dBm.
    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: ReadRSSI, error: (any Error)?)

    /// ``CBPeripheral/services`` has what was found.
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)

    /// ``CBService/includedServices`` has what was found.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?)

    /// ``CBService/characteristics`` has what was found.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?)

    /// ``CBCharacteristic/descriptors`` has what was found.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: (any Error)?)

    /// ``CBCharacteristic/value`` was read, or the peripheral notified of it.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?)

    /// ``CBDescriptor/value`` was read.
    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)

    /// The peripheral has confirmed the value.
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?)

    /// The peripheral has confirmed the value.
    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?)

    /// ``CBCharacteristic/isNotifying`` changed, or could not be changed.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?)

    /// ``CBPeripheral/canSendWriteWithoutResponse`` is true again.
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
}

extension CBPeripheralDelegate {
    public func peripheralDidUpdateName(_ peripheral: CBPeripheral) {}

    public func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {}

    public func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: ReadRSSI, error: (any Error)?) {}

    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {}

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {}

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}

    public func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)
    {}

    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}

    public func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?) {
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}

    public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}

    func notify(_ peripheral: CBPeripheral, signalStrength: Int, _ error: (any Error)?) {
        self.peripheral(peripheral, didReadRSSI: ReadRSSI(integerLiteral: signalStrength), error: error)
    }
}
