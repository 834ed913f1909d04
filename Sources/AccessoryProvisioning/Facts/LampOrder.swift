// SPDX-License-Identifier: Apache-2.0

/// The order to have the device at one address of the home network show which one it is. As JSON:
///
///     {"lamp":{"address":"192.168.1.23","family":"wled","interface":"wlan0"}}
package struct LampOrder: Hashable, Sendable, Codable {
    package var lamp: CheckOrder.Place

    package init(_ place: CheckOrder.Place) { lamp = place }
}
