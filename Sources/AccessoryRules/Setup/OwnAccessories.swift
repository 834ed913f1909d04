// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The accessories that an app may use already. Its own picker hides them, unless the app asks for them.
package struct OwnAccessories: Sendable, Equatable {
    private struct Network: Hashable {
        let ssid: SSID
        /// Nil if every access point of the SSID is the accessory's.
        let bssid: MACAddress?
    }

    /// Whether the app has a network, too, by the address of the Bluetooth side.
    private var devices: [MACAddress: Bool] = [:]
    private var networks: Set<Network> = []

    /// - Parameter records: the app's own, as far as they allow anything now.
    package init(_ records: [AccessRecord] = []) {
        for record in records {
            let accessory = record.accessory
            if let ssid = accessory.ssid { networks.insert(Network(ssid: ssid, bssid: accessory.bssid)) }
            guard let address = record.bluetoothAddress else { continue }
            devices[address] = accessory.ssid != nil || devices[address] == true
        }
    }

    /// Whether choosing it would give the app nothing new. An accessory of which the app has one radio, and looks for
    /// both, is something new.
    func has(_ candidate: Candidate) -> Bool {
        if let device = candidate.device {
            guard let hasNetwork = devices[device.address.address] else { return false }
            return hasNetwork || candidate.item.descriptor.wifi == nil
        }
        guard let ssid = candidate.ssid, let network = candidate.network else { return false }
        return networks.contains(Network(ssid: ssid, bssid: network.bssid))
            || networks.contains(Network(ssid: ssid, bssid: nil))
    }

    /// Whether the app's picker leaves it out. A network with less security than expected is shown: only there a person
    /// can accept it as new.
    package func hides(_ candidate: Candidate) -> Bool {
        !candidate.item.showsOwn && candidate.change == nil && has(candidate)
    }
}
