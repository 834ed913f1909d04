// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How the picker searches.
public final class ASPickerDisplaySettings: Sendable {
    /// How long the picker searches before it gives up, in seconds. The default is 30 seconds.
    public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
        /// Seconds: 1 to 3600, rounded up; infinite for ``unbounded``.
        public var rawValue: TimeInterval

        /// A time of this many seconds.
        public init(rawValue: TimeInterval) { self.rawValue = rawValue }

        /// One minute.
        public static let short = DiscoveryTimeout(rawValue: 60)
        /// Two minutes.
        public static let medium = DiscoveryTimeout(rawValue: 120)
        /// Five minutes.
        public static let long = DiscoveryTimeout(rawValue: 300)
        /// Until the app calls ``ASAccessorySession/finishPickerDiscovery()``, or the person cancels.
        public static let unbounded = DiscoveryTimeout(rawValue: .infinity)
    }

    /// What else the picker does.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt

        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app gets each accessory as ``ASAccessoryEventType/accessoryDiscovered`` first. The picker shows it once
        /// the app names it with ``ASAccessorySession/updatePicker(showing:)``.
        public static let filterDiscoveryResults = Options(rawValue: 1 << 0)
    }

    private struct Values {
        var timeout = DiscoveryTimeout(rawValue: 30)
        var options: Options = []
        var showsOwn = false
    }

    private let values = Mutex(Values())

    /// The picker's default settings.
    public init() {}

    /// The picker's default settings; new ones each time.
    public static var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

    /// How long the picker searches.
    public var discoveryTimeout: DiscoveryTimeout {
        get { values.withLock { $0.timeout } }
        set { values.withLock { $0.timeout = newValue } }
    }

    /// What else the picker does.
    public var options: Options {
        get { values.withLock { $0.options } }
        set { values.withLock { $0.options = newValue } }
    }

    /// As ``ASPickerDisplayItem/showsOwnAccessories``, of every item. Only on Linux.
    public var showsOwnAccessories: Bool {
        get { values.withLock { $0.showsOwn } }
        set { values.withLock { $0.showsOwn = newValue } }
    }
}

extension ASPickerDisplaySettings: Hashable {
    /// True for the same object.
    public static func == (left: ASPickerDisplaySettings, right: ASPickerDisplaySettings) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
