// SPDX-License-Identifier: Apache-2.0

/// A discovered accessory that a person may choose, under the name that the app gives it.
open class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    /// What was discovered.
    public let accessory: ASDiscoveredAccessory

    /// Makes an item for an accessory from ``ASAccessoryEventType/accessoryDiscovered``.
    public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
        self.accessory = accessory
        super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
    }
}
