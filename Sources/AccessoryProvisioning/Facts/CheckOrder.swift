// SPDX-License-Identifier: Apache-2.0

/// The order to ask the device at one address of the home network who it is. It has no secret. As JSON:
///
///     {"check":{"address":"192.168.1.23","family":"shelly","interface":"wlan0"}}
package struct CheckOrder: Hashable, Sendable, Codable {
    package struct Place: Hashable, Sendable, Codable {
        package var address: String
        /// The interface that leads there without a router.
        package var interface: String
        package var family: Family?

        package init(address: String, interface: String, family: Family? = nil) {
            self.address = address
            self.interface = interface
            self.family = family
        }
    }

    package var check: Place

    package init(_ place: Place) { check = place }
}

/// The agent's question whether the program starts: it ends at once.
package struct ReadyOrder: Hashable, Sendable, Codable {
    package var ready = true

    package init() {}
}
