// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Synchronization

/// A characteristic of a service: a value, and what can be done with it.
//
// Its superclass has subclasses, so Swift does not grant it Sendable. The part of it that can change is behind a lock.
open class CBCharacteristic: CBAttribute, @unchecked Sendable {
    private struct Contents {
        weak var service: CBService?
        var value: Data?
        var descriptors: [CBDescriptor]?
        var isNotifying = false
    }

    private let contents: Mutex<Contents>
    /// What can be done with it.
    public let properties: CBCharacteristicProperties

    init(_ characteristic: BluetoothCharacteristic, of service: CBService) {
        properties = CBCharacteristicProperties(characteristic.properties)
        contents = Mutex(Contents(service: service))
        super.init(CBUUID(shortest: characteristic.uuid), characteristic.handle)
    }

    /// The service that has it.
    open var service: CBService? { contents.withLock { $0.service } }

    /// The value that was read or notified last.
    open internal(set) var value: Data? {
        get { contents.withLock { $0.value } }
        set { contents.withLock { $0.value = newValue } }
    }

    /// Its discovered descriptors; nil before `discoverDescriptors`.
    open internal(set) var descriptors: [CBDescriptor]? {
        get { contents.withLock { $0.descriptors } }
        set { contents.withLock { $0.descriptors = newValue } }
    }

    /// Whether the app is notified of its values.
    open internal(set) var isNotifying: Bool {
        get { contents.withLock { $0.isNotifying } }
        set { contents.withLock { $0.isNotifying = newValue } }
    }
}

extension CBCharacteristic: CustomStringConvertible {
    /// Its kind.
    public var description: String { "CBCharacteristic \(uuid)" }
}
