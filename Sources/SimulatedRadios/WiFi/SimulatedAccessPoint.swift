// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One access point of a simulated air, with its present state.
struct SimulatedAccessPoint: Sendable, Equatable {
    /// Its fault in a join.
    enum Fault: String, Sendable, Equatable, CaseIterable {
        case none
        /// Refuses every passphrase.
        case wrongPassphrase = "wrong-passphrase"
        /// Gives no address. A join that needs only a link-local one succeeds.
        case noDHCP = "no-dhcp"
        /// Refuses the association.
        case reject
        /// Goes off the air for good during the join.
        case vanish
        /// Takes ten times as long for every step.
        case slow
        /// Never answers.
        case silent
    }

    var ssid: SSID
    var bssid: MACAddress
    var frequency = 2437
    var signal = 70
    var security = Security.open
    var passphrase: Passphrase?
    /// The security of the device that answers in its place during a join.
    var twin: Security?
    var isHidden = false
    var presence = Presence()
    /// It stays off the air until a Bluetooth device starts it.
    var isOff = false
    var fault = Fault.none
    /// How many joins the fault spoils before it is cured; nil: all.
    var faultsLeft: Int?
    var address = "192.168.4.2"
    var prefixLength = 24
    var gateway: String?
    /// The time from the join until the link breaks, or a person takes the radio.
    var drops: Duration?
    var interrupts: Duration?
    /// The accessory's place on the home network.
    var home: SimulatedHome?

    init(ssid: SSID, bssid: MACAddress) {
        self.ssid = ssid
        self.bssid = bssid
    }

    func isOnAir(at now: Duration) -> Bool { !isOff && presence.isOnAir(at: now) }

    mutating func start(at time: Duration) {
        guard isOff else { return }
        isOff = false
        presence.appears = max(presence.appears, time)
    }

    /// The fault of a join that begins now.
    mutating func takeFault() -> Fault {
        guard let left = faultsLeft else { return fault }
        guard left > 0 else { return .none }
        faultsLeft = left - 1
        return fault
    }

    /// As a radio sees it: nameless if it hides and no probe names it, and with a signal that varies a little with
    /// time, in the same way in every run.
    func heard(by interface: String, asking ssids: [SSID], at now: Duration) -> WiFiNetwork {
        WiFiNetwork(
            ssid: isHidden && !ssids.contains(ssid) ? nil : ssid, bssid: bssid, frequency: frequency,
            signal: min(max(signal + bssid.wobble(at: now), 1), 100), security: security, interface: interface)
    }

    /// DHCP's address, or without DHCP the address that the station takes by itself (RFC 3927).
    func link(on interface: String, isLeased: Bool) -> Link {
        if isLeased {
            return Link(
                interface: interface, bssid: bssid, address: address, prefixLength: prefixLength,
                gateway: gateway, security: associated)
        }
        let host = min(max(bssid.bytes.suffix(2).reduce(0) { $0 << 8 | Int($1) }, 0x0100), 0xFEFF)
        return Link(
            interface: interface, bssid: bssid, address: "169.254.\(host >> 8).\(host & 0xFF)", prefixLength: 16,
            gateway: nil,
            security: associated)
    }

    /// A station's security with it. These stations can all do SAE.
    var associated: Security {
        let security = twin ?? security
        return security == .wpa2wpa3 ? .wpa3 : security
    }
}
