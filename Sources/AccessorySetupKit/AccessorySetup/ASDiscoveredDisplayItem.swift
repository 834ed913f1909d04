// SPDX-License-Identifier: Apache-2.0

/// A discovered accessory that a person may choose, as the app names it.
public final class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    /// What was discovered.
    public let accessory: ASDiscoveredAccessory

    /// Names what ``ASAccessoryEventType/accessoryDiscovered`` brought.
    public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
        self.accessory = accessory
        super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
    }
}
