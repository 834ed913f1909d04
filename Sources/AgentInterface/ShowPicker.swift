// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One thing that an app looks for, as the picker is to show it.
package struct DisplayItem: Codable, Hashable, Sendable {
    package var name: String
    /// Path or icon name.
    package var image: String?
    package var descriptor: DescriptorFields
    /// The network's passphrase, where the app knows it (from a label or its maker); else the picker asks for it.
    package var passphrase: String?

    package init(name: String, image: String? = nil, descriptor: DescriptorFields, passphrase: String? = nil) {
        self.name = name
        self.image = image
        self.descriptor = descriptor
        self.passphrase = passphrase
    }
}

package struct ShowPickerRequest: Codable, Hashable, Sendable {
    package var items: [DisplayItem]
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    package var addressing: JoinRequest.Addressing?
    /// Each discovered accessory goes to the app first, which says with `UpdatePicker` what is shown.
    package var filterDiscoveryResults: Bool?

    package init(
        items: [DisplayItem], discoveryTimeout: Int? = nil, addressing: JoinRequest.Addressing? = nil,
        filterDiscoveryResults: Bool? = nil
    ) {
        self.items = items
        self.discoveryTimeout = discoveryTimeout
        self.addressing = addressing
        self.filterDiscoveryResults = filterDiscoveryResults
    }
}

/// One discovered accessory that a person may choose, as the app names it.
package struct DiscoveredItem: Codable, Hashable, Sendable {
    /// The identifier that `accessoryDiscovered` gave.
    package var accessory: String
    package var name: String
    package var image: String?

    package init(accessory: String, name: String, image: String? = nil) {
        self.accessory = accessory
        self.name = name
        self.image = image
    }
}

package struct UpdatePickerRequest: Codable, Hashable, Sendable {
    package var items: [DiscoveredItem]

    package init(items: [DiscoveredItem]) { self.items = items }
}

package struct ShowPickerReply: Codable, Hashable, Sendable {
    package var accessory: Accessory
    package var link: Link

    package init(accessory: Accessory, link: Link) {
        self.accessory = accessory
        self.link = link
    }
}
