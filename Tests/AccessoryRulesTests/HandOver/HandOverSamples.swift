// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// The links over which a passphrase may go, and the errands over each.
enum SampleLink: String, CaseIterable {
    case open, owe, wep, wpa2, wpa2wpa3 = "wpa2-wpa3", wpa3, enterprise, unknown
    /// The join has not shown the security.
    case unseen
    /// The hotspot was left.
    case left
    /// Over Bluetooth: a family without a proof, one with, and one with a bond.
    case improv, espressif, gopro
    /// Wi-Fi Easy Connect.
    case label

    func hotspot(isJoined: Bool = true) throws -> HeldHotspot? {
        switch self {
        case .left, .improv, .espressif, .gopro, .label: nil
        default:
            HeldHotspot(
                ssid: try ssid("Plug-1"), security: Security(rawValue: rawValue), interface: "wlan0",
                isJoined: isJoined)
        }
    }

    /// For a family's machine: the agent hands the network over itself.
    func errand(
        consent: Bool = false, proof: Bool = false, path: String? = nil, network: String? = nil,
        warrant: Warrant? = nil
    ) throws -> UplinkErrand {
        let family: Family? =
            switch self {
            case .improv: .improv
            case .espressif: .espressif
            case .gopro: .gopro
            case .label: .easyConnect
            default: nil
            }
        let secret = proof ? "k7qm2vxd" : nil
        let terms = HandOverTerms(
            family: family, proof: ProvisioningProof(secret: secret), network: network, allowsClearText: consent)
        let way: UplinkErrand.Way =
            switch family {
            case nil: .lease(7)
            case .easyConnect?: .easyConnect(title: "Lamp")
            case let family?: .bluetooth(title: "Lamp", family: family)
            }
        return UplinkErrand(way, terms, path: path, warrant: warrant)
    }

    /// For a plan's own program, which passes the network on by itself.
    static func program(overOpen: Bool = false, path: String? = nil) -> UplinkErrand {
        var errand = UplinkErrand(over: 7, network: nil)
        errand.takesUplinkOverOpen = overOpen
        errand.path = path
        return errand
    }
}

/// Nil if nothing is refused.
func refusal(_ body: () throws(AccessoryError) -> Void) -> AccessoryError? {
    do throws(AccessoryError) {
        try body()
        return nil
    } catch {
        return error
    }
}
