// SPDX-License-Identifier: Apache-2.0

// The parameter of a signal's strength has phones' name.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Seconds since 1 January 2001.
public typealias CFAbsoluteTime = Double

/// An app's part of a central: it is notified of the central's state and peripherals, on the central's queue.
///
/// Every method but the first is optional.
public protocol CBCentralManagerDelegate: AnyObject {
    /// The type in which the app takes a signal's strength: `NSNumber`, as on phones, or `Int`.
    //
    // NSNumber is in all of Foundation, which this library does not need.
    associatedtype DiscoveredRSSI: ExpressibleByIntegerLiteral = Int where DiscoveredRSSI.IntegerLiteralType == Int

    /// The central's state changed; it can be used while that is ``CBManagerState/poweredOn``.
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// Never called on Linux, where no app is relaunched.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// One of the app's accessories was seen.
    ///
    /// The advertisement is by keys such as ``CBAdvertisementDataLocalNameKey``. The strength of the signal is in dBm; 127
    /// if the radio does not know it.
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: DiscoveredRSSI)

    /// The peripheral is connected.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// The peripheral cannot be connected: a ``CBError``.
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// The link is gone. The error is nil if the app cancelled it.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    /// As the method without a time, and instead of it if the app has this one. It is reconnecting if the app asked for
    /// that with ``CBConnectPeripheralOptionEnableAutoReconnect``.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
        isReconnecting: Bool, error: (any Error)?)
}

extension CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: DiscoveredRSSI
    ) {}

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
        isReconnecting: Bool, error: (any Error)?
    ) {
        centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }

    func notify(_ central: CBCentralManager, _ peripheral: CBPeripheral, _ data: [String: Any], _ rssi: Int) {
        centralManager(
            central, didDiscover: peripheral, advertisementData: data, rssi: DiscoveredRSSI(integerLiteral: rssi))
    }
}
