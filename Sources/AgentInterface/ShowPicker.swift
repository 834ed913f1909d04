// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What happens between the choice and the grant, by the field's names.
package enum SetupOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// The person is asked for the accessory's name.
    case rename
    /// The app says with `FinishAuthorization` or `FailAuthorization` whether the choice becomes a grant.
    case confirmAuthorization
    /// The picker tells the person at the end to go on in the app.
    case finishInApp
}

/// What giving an accessory another name changes beside the name.
package enum RenameOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// The app gives the accessory's network the same name.
    case ssid
}

/// One thing that an app looks for, as the picker is to show it.
package struct DisplayItem: Codable, Hashable, Sendable {
    package var name: String
    /// A picture as `data:image/png;base64,…`, a path below /usr/share, or an icon's name.
    package var image: String?
    package var descriptor: DescriptorFields
    /// The network's passphrase, where the app knows it (from a label or its maker); else the picker asks for it.
    package var passphrase: String?
    package var setupOptions: [SetupOption]?
    package var renameOptions: [RenameOption]?

    package init(
        name: String, image: String? = nil, descriptor: DescriptorFields, passphrase: String? = nil,
        setupOptions: [SetupOption]? = nil, renameOptions: [RenameOption]? = nil
    ) {
        self.name = name
        self.image = image
        self.descriptor = descriptor
        self.passphrase = passphrase
        self.setupOptions = setupOptions
        self.renameOptions = renameOptions
    }
}

/// An accessory that the app set up by other means before.
package struct MigrationItem: Codable, Hashable, Sendable {
    package var name: String
    package var image: String?
    /// The whole SSID.
    package var ssid: String?
    package var bluetoothAddress: String?

    package init(name: String, image: String? = nil, ssid: String? = nil, bluetoothAddress: String? = nil) {
        self.name = name
        self.image = image
        self.ssid = ssid
        self.bluetoothAddress = bluetoothAddress
    }
}

package struct ShowPickerRequest: Codable, Hashable, Sendable {
    /// What to look for; empty when there is only something to migrate.
    package var items: [DisplayItem]
    package var migrations: [MigrationItem]?
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    /// The search goes on until the app ends it.
    package var isUnbounded: Bool?
    package var addressing: JoinRequest.Addressing?
    /// Each discovered accessory goes to the app first, which says with `UpdatePicker` what is shown.
    package var filterDiscoveryResults: Bool?

    package init(
        items: [DisplayItem], migrations: [MigrationItem]? = nil, discoveryTimeout: Int? = nil,
        isUnbounded: Bool? = nil, addressing: JoinRequest.Addressing? = nil, filterDiscoveryResults: Bool? = nil
    ) {
        self.items = items
        self.migrations = migrations
        self.discoveryTimeout = discoveryTimeout
        self.isUnbounded = isUnbounded
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

/// What came of it: the accessory that was chosen, what was migrated, or both.
package struct ShowPickerReply: Codable, Hashable, Sendable {
    package var accessory: Accessory?
    /// Where the chosen one is to be reached; absent when the app said that its network has another name now.
    package var link: Link?
    package var migrated: [Accessory]?

    package init(accessory: Accessory? = nil, link: Link? = nil, migrated: [Accessory]? = nil) {
        self.accessory = accessory
        self.link = link
        self.migrated = migrated
    }
}
