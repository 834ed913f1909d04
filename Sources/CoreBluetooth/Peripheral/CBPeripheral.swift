// SPDX-License-Identifier: Apache-2.0

/// The Bluetooth side of one of the app's accessories.
///
/// Its requests are carried out one after the other, in the app's order. A request without a link has no effect, as on
/// phones. If the link is lost, every request that waits ends with an error first.
//
// Its superclass has subclasses, so Swift does not grant it Sendable. The part of it that can change is behind a lock.
open class CBPeripheral: CBPeer, @unchecked Sendable {
    let live: LivePeripheral

    init(_ live: LivePeripheral, _ identifier: UUID) {
        self.live = live
        super.init(identifier)
    }

    /// The app's part, held weakly.
    open var delegate: (any CBPeripheralDelegate)? {
        get { live.delegate }
        set { live.delegate = newValue }
    }

    /// The accessory's name for people.
    open var name: String? { live.name }

    /// The state of the link.
    open var state: CBPeripheralState { live.state }

    /// The discovered services; nil before `discoverServices`, and without a link.
    open var services: [CBService]? { live.services }

    /// Whether a write without response is sent soon. If not,
    /// ``CBPeripheralDelegate/peripheralIsReady(toSendWriteWithoutResponse:)`` follows.
    open var canSendWriteWithoutResponse: Bool { live.canSendWriteWithoutResponse }

    /// False: an accessory gets no notifications of this system.
    open var ancsAuthorized: Bool { false }

    /// The longest value that one write takes: 512 bytes with a response, and as much as the link carries without.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        type == .withResponse ? LivePeripheral.longestValue : live.longestUnconfirmedValue
    }

    /// Finds out how strong its signal is.
    open func readRSSI() { live.add(.signalStrength) }

    // MARK: Discovery

    /// Discovers services: these, or all if nil.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) { live.add(.services(serviceUUIDs)) }

    /// Discovers the services that a service includes: these, or all if nil.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
        live.add(.includedServices(includedServiceUUIDs, service))
    }

    /// Discovers the characteristics of a service: these, or all if nil.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        live.add(.characteristics(characteristicUUIDs, service))
    }

    /// Discovers the descriptors of a characteristic.
    open func discoverDescriptors(for characteristic: CBCharacteristic) { live.add(.descriptors(characteristic)) }

    // MARK: Values

    /// Reads a characteristic.
    open func readValue(for characteristic: CBCharacteristic) { live.add(.read(characteristic)) }

    /// Reads a descriptor.
    open func readValue(for descriptor: CBDescriptor) { live.add(.readDescriptor(descriptor)) }

    /// Writes a characteristic. Only a write with response is answered.
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
        live.add(.write(data, characteristic, type))
    }

    /// Writes a descriptor.
    open func writeValue(_ data: Data, for descriptor: CBDescriptor) { live.add(.writeDescriptor(data, descriptor)) }

    /// Begins or ends notifications, or indications, of a characteristic's value.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        live.add(.notify(enabled, characteristic))
    }
}

extension CBPeripheral: CustomStringConvertible {
    /// Its identifier, name and state.
    public var description: String { "CBPeripheral \(identifier), \(name ?? "no name"), \(state)" }
}
