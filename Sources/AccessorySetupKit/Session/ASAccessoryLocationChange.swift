// SPDX-License-Identifier: Apache-2.0

package import AccessoryClient
package import AccessoryModel

/// An accessory came to the home network, has another address there, or is gone. Only on Linux.
///
/// It is no ``ASAccessoryEvent``: a phone's code switches over all of their types, and knows none for this.
public struct ASAccessoryLocationChange: Sendable {
    /// What changed. A later version may have more kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The agent's word for it.
        public let rawValue: String
        /// A change of this word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// It is seen there: for the first time, again after it was gone, or with evidence after it was only likely.
        public static let arrived = Kind(rawValue: "arrived")
        /// It has another address.
        public static let moved = Kind(rawValue: "moved")
        /// It is no longer seen.
        public static let gone = Kind(rawValue: "gone")
    }

    /// What changed.
    public let kind: Kind
    /// Which accessory.
    public let accessory: ASAccessory
    /// Where it is; with ``Kind/gone``, where it was last seen.
    public let location: ASAccessoryLocation

    package init?(_ event: Event, from sockets: AgentSockets) {
        switch event.type {
        case .accessoryArrived: kind = .arrived
        case .accessoryMoved: kind = .moved
        case .accessoryGone: kind = .gone
        case .activated, .invalidated, .migrationComplete, .accessoryAdded, .accessoryRemoved, .accessoryChanged,
            .accessoryDiscovered, .pickerDidPresent, .pickerDidDismiss, .pickerSetupBridging, .pickerSetupFailed,
            .pickerSetupPairing, .pickerSetupRename:
            return nil
        }
        guard let accessory = event.accessory, let location = event.location else { return nil }
        self.accessory = ASAccessory(accessory, from: sockets)
        self.location = ASAccessoryLocation(location)
    }
}
