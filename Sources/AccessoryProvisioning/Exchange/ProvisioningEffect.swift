// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What a family wants done. At most one of the effects that ask the accessory is under way at a time.
public enum ProvisioningEffect: Hashable, Sendable {
    case request(HTTPRequest)
    /// Reads the attribute with this handle, a characteristic or a descriptor.
    case read(UInt16)
    /// Writes the characteristic with this handle, with response, however long the value is.
    case write(UInt16, [UInt8])
    case subscribe(UInt16)
    /// ``ProvisioningEvent/due`` follows after this time. A wait replaces the one before; a finish ends it.
    case wait(Duration)
    case report(ProvisioningStep)
    /// The end; no effect follows.
    case finish(ProvisioningOutcome)
}

/// The progress, for people.
public enum ProvisioningStep: Hashable, Sendable {
    /// What the accessory says of itself.
    case identified(DeviceIdentity)
    /// The proof is being checked, and a session made.
    case securing
    /// The home network is being handed over, protected like this.
    case handingOver(HandOverProtection)
    /// The accessory tries to join the home network.
    case waitingForAccessory
}

/// What an accessory says of itself. Nothing here is proven. A text is one line of at most 64 bytes without control
/// characters, whatever came; an empty one is nil.
public struct DeviceIdentity: Hashable, Sendable {
    public let name: String?
    public let model: String?
    public let version: String?
    /// The address of its station, by which the home network will know it.
    public var address: MACAddress?

    public init(name: String? = nil, model: String? = nil, version: String? = nil, address: MACAddress? = nil) {
        self.name = DeviceText.bounded(name)
        self.model = DeviceText.bounded(model)
        self.version = DeviceText.bounded(version)
        self.address = address
    }
}
