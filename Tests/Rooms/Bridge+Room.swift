// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge

extension Bridge {
    /// All that happens in a room.
    package mutating func take(_ room: Room) {
        for moment in room.course { take(moment.what, at: moment.time) }
    }

    package mutating func take(_ happening: Happening, at time: Duration) {
        switch happening {
        case .heard(let advertisement): observe(advertisement, at: time)
        case .found(let network): observe(network, at: time)
        case .lostDevice(let address): lose(device: address)
        case .lostNetwork(let bssid): lose(bssid: bssid)
        case .read(let ssid, let address): learn(ssid: ssid, of: address)
        case .remembered(let address, let bssid, let ssid): remember(device: address, bssid: bssid, ssid: ssid)
        }
    }
}
