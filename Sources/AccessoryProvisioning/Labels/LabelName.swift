// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What a label says about how its accessory is seen.
public enum LabelName: Hashable, Sendable {
    /// A network with one of these SSIDs, the likeliest first. There are several if the name can also be read as
    /// hexadecimal digits, with percent-encoding, or without the blanks at its ends.
    case networks([SSID])
    /// A Bluetooth device with exactly this name.
    case bluetooth(String)
    /// A Matter device. Vendor and product are missing where the label has none.
    case matter(vendor: UInt16?, product: UInt16?, discriminator: MatterDiscriminator)
    /// A station with this address, which listens for DPP.
    case station(MACAddress)
    case nothing
}

/// The number that distinguishes a Matter device from its neighbours.
public enum MatterDiscriminator: Hashable, Sendable {
    /// All 12 bits.
    case long(UInt16)
    /// The upper 4 of the 12 bits, which is all that digits carry.
    case short(UInt8)

    /// - Parameter advertised: the 12 bits of an advertisement.
    public func matches(_ advertised: UInt16) -> Bool {
        switch self {
        case .long(let bits): bits == advertised
        case .short(let bits): UInt16(bits) == advertised >> 8
        }
    }
}

/// What can set up the accessory of a label.
public enum LabelReader: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case thisAgent
    case matterController
    case appleDevice

    /// For a table.
    public var title: String {
        switch self {
        case .thisAgent: "this agent"
        case .matterController: "a Matter controller"
        case .appleDevice: "an Apple device"
        }
    }

    public var description: String {
        switch self {
        case .thisAgent: "this agent"
        case .matterController: "a Matter controller, such as Home Assistant's Matter server or the maker's app"
        case .appleDevice: "an Apple device, with the Home app"
        }
    }
}
