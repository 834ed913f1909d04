// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Synchronization

/// A service of a peripheral.
//
// Its superclass has subclasses, so Swift does not grant it Sendable. The part of it that can change is behind a lock.
open class CBService: CBAttribute, @unchecked Sendable {
    private struct Contents {
        weak var peripheral: CBPeripheral?
        var includedServices: [CBService]?
        var characteristics: [CBCharacteristic]?
    }

    private let contents: Mutex<Contents>
    /// Whether it is one of the peripheral's main functions, and not there for others to include.
    public let isPrimary: Bool

    init(_ service: BluetoothService, of peripheral: CBPeripheral?) {
        isPrimary = service.isPrimary
        contents = Mutex(Contents(peripheral: peripheral))
        super.init(CBUUID(shortest: service.uuid), service.handle)
    }

    /// The peripheral that has it.
    open var peripheral: CBPeripheral? { contents.withLock { $0.peripheral } }

    /// The discovered services that it includes; nil before `discoverIncludedServices`.
    open internal(set) var includedServices: [CBService]? {
        get { contents.withLock { $0.includedServices } }
        set { contents.withLock { $0.includedServices = newValue } }
    }

    /// Its discovered characteristics; nil before `discoverCharacteristics`.
    open internal(set) var characteristics: [CBCharacteristic]? {
        get { contents.withLock { $0.characteristics } }
        set { contents.withLock { $0.characteristics = newValue } }
    }
}

extension CBService: CustomStringConvertible {
    /// Its kind.
    public var description: String { "CBService \(uuid)" }
}
