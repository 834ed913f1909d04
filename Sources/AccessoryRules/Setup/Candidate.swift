// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
package import AccessoryModel

/// One device that matches one of the items of an app: its network, its Bluetooth side, or both as one.
package struct Candidate: Sendable, Equatable {
    /// Stable while the picker is up: the BSSID and the SSID, or the Bluetooth address.
    package var id: String
    package var item: Setup.Item
    /// Nil while only its Bluetooth side is known.
    package var ssid: SSID?
    package var network: WiFiNetwork?
    package var device: Advertisement?
    /// It was seen and is out of range now; it keeps its place, and may come back.
    package var isGone = false
    /// The least security of its network, from earlier joins of that name.
    package var expected = ExpectedSecurity(.open)
    /// Its network is open, and a protected one in range has the same name.
    package var isTwin = false
    /// A rule chose it, which means whichever access point has its network's name and takes the passphrase.
    package var isAnyOfItsName = false

    package init(item: Setup.Item, ssid: SSID, network: WiFiNetwork) {
        id = "\(network.bssid)/\(ssid)"
        self.item = item
        self.ssid = ssid
        self.network = network
    }

    /// - Parameter network: the network that correlates with the device, if known.
    package init(item: Setup.Item, device: Advertisement, network: WiFiNetwork?) {
        id = "\(device.address)"
        self.item = item
        self.device = device
        self.network = network
        ssid = network?.ssid
    }

    /// What people see on the device: its network's name, else its Bluetooth name.
    package var title: String { ssid?.description ?? device?.name ?? item.name }

    /// The descriptor names this very SSID, so the network may be hidden.
    package var isExact: Bool { item.descriptor.ssid != nil }

    /// The address by which a plan names it: its access point's, or without a network the device's.
    package var address: MACAddress? { network?.bssid ?? device?.address.address }

    /// 0 to 100: the network's signal, or without a network an equivalent for the Bluetooth side.
    package var signal: Int {
        if let network { return network.signal }
        // As NetworkManager rates Wi-Fi: -40 dBm and more is 100, -100 dBm is 0.
        return device?.rssi.map { min(max(($0 + 100) * 100 / 60, 0), 100) } ?? 0
    }

    /// Nil if another one of the name may be meant.
    package var accessPoint: MACAddress? { isAnyOfItsName ? nil : network?.bssid }

    /// As it is once it was joined at this access point.
    package func joined(at bssid: MACAddress) -> Candidate {
        var joined = self
        if isAnyOfItsName { joined.network?.bssid = bssid }
        return joined
    }

    // MARK: Its needs

    /// A person must type the passphrase: neither the app nor the accessory hands it out.
    package var needsPassphrase: Bool {
        network?.security.key == .passphrase && item.passphrase == nil && !handsOutNetwork
    }

    /// Its network has less security than earlier joins, the item's passphrase, or a network of the same name imply. Nil
    /// also while it is not seen.
    package var change: SecurityChange? { change(at: nil) }

    /// The change for whoever means this address: another network of the name implies nothing then.
    func change(at named: MACAddress?) -> SecurityChange? {
        let isProtected = item.passphrase != nil || isTwin && named != network?.bssid
        let expected = isProtected ? expected.raised(to: .wpa2) : expected
        return network.flatMap { expected.change(to: $0.security) }
    }

    /// It hands out its SSID and passphrase over a bonded link.
    private var handsOutNetwork: Bool {
        guard let device, HotspotRecipe.of(device) != nil else { return false }
        return device.isBonded || isToBePaired
    }

    /// The picker pairs with it, unless the app does that itself, which it declares by confirming. An input device is
    /// useless without pairing (HID over GATT Profile 1.0, 6.1); bluetoothd uses it as one as soon as it is paired.
    var isToBePaired: Bool { asksFor(.bluetoothPairingLE) || asksFor(.bluetoothHID) }
    /// The app's request says that it may be a keyboard or another input device.
    package var mayBeInput: Bool { item.descriptor.supportedOptions.contains(.bluetoothHID) }
    var isToBeTransportBridged: Bool { asksFor(.bluetoothTransportBridging) }

    private func asksFor(_ option: Descriptor.SupportOption) -> Bool {
        device != nil && item.descriptor.supportedOptions.contains(option)
            && !item.options.contains(.confirmAuthorization)
    }

    /// The way to read its network, if that is possible now.
    var recipe: HotspotRecipe? {
        guard item.descriptor.wifi != nil, let device, device.isBonded else { return nil }
        return HotspotRecipe.of(device)
    }
}
