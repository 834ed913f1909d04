// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One thing that an app looks for, as the picker shows it. An app may add properties in a subclass.
//
// Swift grants Sendable to no class that has subclasses. The parts of this one that can change are behind a lock.
open class ASPickerDisplayItem: @unchecked Sendable {
    /// Steps between the choice and its end.
    public struct SetupOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The person is asked for the accessory's name.
        public static let rename = SetupOptions(rawValue: 1 << 0)
        /// The app decides on the choice with ``ASAccessorySession/finishAuthorization(for:settings:)`` or
        /// ``ASAccessorySession/failAuthorization(for:)``. If it calls neither within 10 seconds, the person's choice
        /// stands. If the app ends before, it has no access.
        public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
        /// At the end the picker asks the person to continue in the app.
        public static let finishInApp = SetupOptions(rawValue: 1 << 2)
    }

    private struct Values {
        var setupOptions: SetupOptions = []
        var renameOptions: ASAccessory.RenameOptions = []
        var passphrase: String?
        var showsOwn = false
    }

    /// The accessory's name for people: one line of 1 to 255 bytes, not blank, without control characters and
    /// characters that turn the direction of text. An accessory that an app has already keeps its own.
    public let name: String
    /// The picture that people see.
    public let productImage: UIImage
    /// The description of the accessory to look for.
    public let descriptor: ASDiscoveryDescriptor

    private let values = Mutex(Values())

    /// Makes an item without options.
    public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
        self.name = name
        self.productImage = productImage
        self.descriptor = descriptor
    }

    /// Steps between the choice and its end.
    public var setupOptions: SetupOptions {
        get { values.withLock { $0.setupOptions } }
        set { values.withLock { $0.setupOptions = newValue } }
    }

    /// What renaming changes beside the name; used only with ``SetupOptions/rename``.
    public var renameOptions: ASAccessory.RenameOptions {
        get { values.withLock { $0.renameOptions } }
        set { values.withLock { $0.renameOptions = newValue } }
    }

    /// The hotspot's passphrase, if the app knows it; then the person is not asked. 8 to 63 printable ASCII characters,
    /// or 64 hexadecimal digits. Only on Linux.
    public var hotspotPassphrase: String? {
        get { values.withLock { $0.passphrase } }
        set { values.withLock { $0.passphrase = newValue } }
    }

    /// Whether the picker also shows accessories of this item that the app has already, marked as such. Phones hide
    /// them, and so does the picker otherwise. If nothing else is in range then, `showPicker` fails with
    /// ``ASError/Code/discoveryTimeout``, and the error's description names what the app has. Only on Linux.
    public var showsOwnAccessories: Bool {
        get { values.withLock { $0.showsOwn } }
        set { values.withLock { $0.showsOwn = newValue } }
    }
}

extension ASPickerDisplayItem: Hashable {
    /// True for the same object.
    public static func == (left: ASPickerDisplayItem, right: ASPickerDisplayItem) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
