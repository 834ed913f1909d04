// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct AccessoryQuery: Codable, Hashable, Sendable {
    package var accessory: String

    package init(accessory: String) { self.accessory = accessory }
}

package struct RenameRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// Absent when an app would have the picker ask a person for it.
    package var name: String?
    package var options: [RenameOption]?

    package init(accessory: String, name: String? = nil, options: [RenameOption]? = nil) {
        self.accessory = accessory
        self.name = name
        self.options = options
    }
}

package struct AccessoryReply: Codable, Hashable, Sendable {
    package var accessory: Accessory

    package init(accessory: Accessory) { self.accessory = accessory }
}

/// One device, and what each app has of it. The accessory is as the first app knows it, whose name and picture stay.
package struct AccessoryStatus: Codable, Hashable, Sendable {
    package var accessory: Accessory
    package var records: [AccessRecord]

    package init(accessory: Accessory, records: [AccessRecord]) {
        self.accessory = accessory
        self.records = records
    }
}

package struct AccessoryStatusList: Codable, Hashable, Sendable {
    package var accessories: [AccessoryStatus]

    package init(accessories: [AccessoryStatus]) { self.accessories = accessories }
}
