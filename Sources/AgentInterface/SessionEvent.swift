// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One event of an app's session. `accessories` comes with `activated` and `migrationComplete`.
package struct SessionEvent: Codable, Hashable, Sendable {
    package var event: Event
    package var accessories: [Accessory]?

    package init(_ event: Event, accessories: [Accessory]? = nil) {
        self.event = event
        self.accessories = accessories
    }
}

package struct AccessoryList: Codable, Hashable, Sendable {
    package var accessories: [Accessory]

    package init(accessories: [Accessory]) { self.accessories = accessories }
}
