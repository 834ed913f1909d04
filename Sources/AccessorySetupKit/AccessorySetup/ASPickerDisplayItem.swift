// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One thing that an app looks for, as the picker is to show it.
//
// Swift grants Sendable to no class that has subclasses; what of this one can change is behind a lock.
public class ASPickerDisplayItem: @unchecked Sendable {
    /// What happens between the choice and its end.
    public struct SetupOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The person is asked for the accessory's name.
        public static let rename = SetupOptions(rawValue: 1 << 0)
        /// The app says with ``ASAccessorySession/finishAuthorization(for:settings:)`` or
        /// ``ASAccessorySession/failAuthorization(for:)`` what becomes of the choice.
        public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
        /// The picker tells the person at the end to go on in the app.
        public static let finishInApp = SetupOptions(rawValue: 1 << 2)
    }

    private struct Values {
        var setupOptions: SetupOptions = []
        var renameOptions: ASAccessory.RenameOptions = []
        var passphrase: String?
    }

    /// What people are shown as the accessory's name: one line of 1 to 255 bytes, not blank, without control characters and
    /// those that turn the direction of text. An accessory that an app has already keeps its own.
    public let name: String
    /// What people are shown as its picture.
    public let productImage: UIImage
    /// What is looked for.
    public let descriptor: ASDiscoveryDescriptor

    private let values = Mutex(Values())

    /// Makes an item without options.
    public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
        self.name = name
        self.productImage = productImage
        self.descriptor = descriptor
    }

    /// What happens between the choice and its end.
    public var setupOptions: SetupOptions {
        get { values.withLock { $0.setupOptions } }
        set { values.withLock { $0.setupOptions = newValue } }
    }

    /// What renaming changes beside the name; means something with ``SetupOptions/rename``.
    public var renameOptions: ASAccessory.RenameOptions {
        get { values.withLock { $0.renameOptions } }
        set { values.withLock { $0.renameOptions = newValue } }
    }

    /// The hotspot's passphrase where the app knows it, so that the person is not asked: 8 to 63 printable ASCII
    /// characters, or 64 hexadecimal digits. Only on Linux.
    public var hotspotPassphrase: String? {
        get { values.withLock { $0.passphrase } }
        set { values.withLock { $0.passphrase = newValue } }
    }
}
