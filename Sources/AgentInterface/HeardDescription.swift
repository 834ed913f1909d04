// SPDX-License-Identifier: Apache-2.0

/// The types for what is heard, over both radios, in Varlink's notation.
enum HeardDescription {
    static let radios = """
        # One Bluetooth radio.
        # name: such as hci0.
        # unavailable: why it cannot be used, and the cure.
        type BluetoothAdapter (
          name: string,
          address: string,
          unavailable: ?string
        )

        # The machine's Bluetooth.
        # backend: what drives the radios: 'BlueZ'.
        # unavailable: why no radio can be used, when none can.
        type Bluetooth (
          backend: string,
          unavailable: ?string,
          adapters: []BluetoothAdapter
        )
        """

    static let network = """
        # One access point as one radio hears it.
        # ssid: absent when the access point hides its name.
        # bssid: its address, as 02:00:00:00:01:00.
        # frequency: MHz.
        # signal: 0 to 100.
        # security: open, owe, wep, wpa2, wpa2-wpa3, wpa3 or enterprise.
        # interface: the radio that hears it.
        type Network (
          ssid: ?string,
          bssid: string,
          frequency: int,
          signal: int,
          security: string,
          interface: string
        )
        """

    static let devices = """
        # One Bluetooth device as one radio hears it.
        # address: as 02:00:00:00:02:00; of a device that this machine has a bond with, its identity address.
        # rssi: dBm.
        # adapter: the radio that hears it.
        # bssid: the access point among the networks that is its, where the bridge knows.
        type BluetoothDevice (
          address: string,
          addressKind: AddressKind,
          advertisement: Advertisement,
          rssi: ?int,
          isBonded: bool,
          adapter: string,
          bssid: ?string
        )

        # public: its maker's. staticRandom: the same until it starts again. The others change every few minutes;
        #   only who has a bond can resolve a resolvable one.
        type AddressKind (public, staticRandom, resolvablePrivate, nonResolvablePrivate)

        # What is known of one Bluetooth device: its network, or why none is said to be its.
        # network: the network that is its; with tooClose the likeliest one.
        # runnerUp: the next one.
        # explanation: sentences for people.
        type Bridge (
          bluetoothAddress: string,
          addressKind: AddressKind,
          bluetoothName: ?string,
          rssi: ?int,
          verdict: BridgeVerdict,
          network: ?BridgeMatch,
          runnerUp: ?BridgeMatch,
          explanation: []string
        )

        # tooClose: several networks may be its, and nothing tells which. unknown: nothing that was heard points to
        #   a network.
        type BridgeVerdict (bridged, tooClose, unknown)

        # One network that may be a Bluetooth device's, and what speaks for it.
        # strength: 0 to 1.
        type BridgeMatch (
          ssid: ?string,
          bssid: string,
          strength: float,
          evidence: []BridgeEvidence
        )

        # family: whose rule it is: GoPro, or an app's identifier.
        # text: what was compared, for people.
        # weight: 0 to 1.
        type BridgeEvidence (
          family: string,
          text: string,
          weight: float
        )
        """
}
