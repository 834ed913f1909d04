// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One thing that happens in a room.
package enum Happening: Sendable {
    case heard(Advertisement)
    case found(WiFiNetwork)
    case lostDevice(MACAddress)
    case lostNetwork(MACAddress)
    case read(SSID, of: MACAddress)
    case remembered(MACAddress, bssid: MACAddress, ssid: SSID?)
}

/// A room: what is in it, and all that is heard there, in order.
package struct Room: Sendable {
    package let seed: UInt64
    /// How many dual accessories it was made for.
    package let accessories: Int
    package var things: [Thing]
    package var course: [(time: Duration, what: Happening)]
    /// By which device and which access point: positions in `things`.
    package var owners: [MACAddress: Int]
}
