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

    package init(items: [DisplayItem], discoveryTimeout: Int? = nil, addressing: JoinRequest.Addressing? = nil) {
        self.items = items
        self.discoveryTimeout = discoveryTimeout
        self.addressing = addressing
    }
}

package struct ShowPickerReply: Codable, Hashable, Sendable {
    package var accessory: Accessory
    package var link: Link

    package init(accessory: Accessory, link: Link) {
        self.accessory = accessory
        self.link = link
    }
}
