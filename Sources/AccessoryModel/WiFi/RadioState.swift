// SPDX-License-Identifier: Apache-2.0

/// The state of all of a machine's Wi-Fi radios at one moment.
package struct RadioState: Hashable, Sendable {
    /// The software that drives the radios, for people: `NetworkManager 1.42.4`.
    package var backend: String
    /// The reason why no radio can be used at all; nil while the backend answers.
    package var unavailable: Unavailability?
    /// Nil while the driver of the radios, wpa_supplicant, does not run.
    package var scanning: Scanning?
    package var adapters: [Adapter]

    package init(
        backend: String, unavailable: Unavailability? = nil, scanning: Scanning? = .direct, adapters: [Adapter]
    ) {
        self.backend = backend
        self.unavailable = unavailable
        self.scanning = scanning
        self.adapters = adapters
    }

    /// The interfaces of the radios that can be used.
    package var usable: Set<String> {
        let usable = adapters.filter { adapter in
            if case .unusable = adapter.activity { false } else { true }
        }
        return unavailable == nil ? Set(usable.map(\.interface)) : []
    }

    /// The interfaces of the radios on a network of the machine's own.
    package var connected: Set<String> {
        let connected = adapters.filter { adapter in
            if case .connected = adapter.activity { true } else { false }
        }
        return unavailable == nil ? Set(connected.map(\.interface)) : []
    }

    /// The machine's own networks, by the radios that are on them.
    package var networks: [String: SSID] {
        var networks: [String: SSID] = [:]
        for adapter in adapters {
            if case .connected(_, let ssid?) = adapter.activity { networks[adapter.interface] = ssid }
        }
        return unavailable == nil ? networks : [:]
    }
}

/// The way in which this agent scans, and learns why a join failed.
package enum Scanning: String, Hashable, Sendable, Codable, CaseIterable {
    /// It calls wpa_supplicant itself.
    case direct
    /// It asks NetworkManager, which takes several times longer: D-Bus does not let this user call wpa_supplicant.
    case backend
}

/// One Wi-Fi radio in station mode.
package struct Adapter: Hashable, Sendable {
    package enum Activity: Hashable, Sendable {
        /// Usable, on no network.
        case idle
        /// On the way to a network that is not ours; `name` is its profile's.
        case connecting(name: String, ssid: SSID?)
        /// On a network that is not ours; `name` is its profile's.
        case connected(name: String, ssid: SSID?)
        /// On a network that this agent joined, or on the way there.
        case accessory(SSID)
        case unusable(Unavailability)
    }

    package var interface: String
    package var activity: Activity
    /// The radio's own address, which no network has changed; nil if nothing reports it.
    package var address: MACAddress?
    /// Nil if nothing reports it.
    package var concurrency: RadioConcurrency?

    package init(
        interface: String, activity: Activity, address: MACAddress? = nil, concurrency: RadioConcurrency? = nil
    ) {
        self.interface = interface
        self.activity = activity
        self.address = address
        self.concurrency = concurrency
    }
}

/// The reason why a radio, or all of them, cannot be used. Each has its own cure.
package enum Unavailability: String, Hashable, Sendable, Codable, CaseIterable, Error {
    case backendAway = "NetworkManager is not running"
    case noRadio = "this machine has no Wi-Fi radio"
    case switchedOff = "Wi-Fi is switched off (nmcli radio wifi on)"
    case hardBlocked = "the radio is blocked by its hardware switch (rfkill)"
    case unmanaged = "NetworkManager does not manage it (nmcli device set … managed yes)"
    case accessPoint = "it is an access point of this machine (nmcli connection down … ends that)"
    case noSupplicant = "wpa_supplicant is not running"
    case iwdBackend = "NetworkManager drives it through iwd, which hides BSSIDs; use wpa_supplicant"
    case notReady = "NetworkManager has not made it ready yet"
}
