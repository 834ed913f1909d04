// SPDX-License-Identifier: Apache-2.0

package import AgentInterface

/// An accessory is on the air, is not any more, or was reset. Only on Linux.
public struct ASAccessoryPresenceChange: Hashable, Sendable {
    /// What changed. A later version may have more kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The agent's word for it.
        public let rawValue: String
        /// A change of this word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// It is heard: for the first time, or again.
        public static let appeared = Kind(rawValue: "appeared")
        /// It was not heard in three listening times. Each minute has one.
        public static let disappeared = Kind(rawValue: "disappeared")
        /// It has opened its set-up hotspot although it was put on the home network. Somebody has reset it.
        public static let reset = Kind(rawValue: "reset")
    }

    /// Where an accessory is heard. A later version may have more kinds.
    public struct Radio: RawRepresentable, Hashable, Sendable {
        /// The agent's word for it.
        public let rawValue: String
        /// A radio of this word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// It advertises, or the app is connected to it.
        public static let bluetooth = Radio(rawValue: "bluetooth")
        /// Its set-up hotspot is open.
        public static let wifi = Radio(rawValue: "wifi")
    }

    /// What changed.
    public let kind: Kind
    /// Which accessory: ``ASAccessory/identifier``.
    public let accessory: String
    /// Where it is heard. Nil with ``Kind/disappeared``.
    public let radio: Radio?

    package init(_ update: PresenceUpdate) {
        kind = Kind(rawValue: update.change.rawValue)
        accessory = update.accessory
        radio = update.radio.map { Radio(rawValue: $0.rawValue) }
    }
}
