// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Why there is nothing to choose.
extension Discovery {
    /// For a sentence that ends with a time.
    package var nothing: String {
        let names = items.map { Self.name(of: $0.descriptor) }.joined(separator: ", ")
        if let here = candidates.first(where: { !$0.isGone }) {
            return filters
                ? "the app approved nothing that matches \(names)"
                : "'\(here.title)' was seen over Bluetooth, but no network that correlates with it"
        }
        guard candidates.isEmpty else { return "everything that matches \(names) was seen and went out of range" }
        if let hidden {
            return "'\(hidden)' was seen, and the app has it already; nothing else that matches \(names) was seen"
        }
        if let half = halfHeard {
            return "'\(half)' was seen over Wi-Fi, but nothing over Bluetooth that matches \(names)"
        }
        if let network = unjoinable, let ssid = network.ssid {
            let security = network.security == .unknown ? "an unknown security" : network.security.title
            return "'\(ssid)' was seen (\(network.bssid)), and this agent joins no network with \(security); "
                + "nothing else that matches \(names) was seen"
        }
        if let network = elsewhere, let ssid = network.ssid {
            let band = Band(frequency: network.frequency).rawValue
            return "'\(ssid)' was seen on \(band) GHz; nothing that matches \(names) was seen"
        }
        return "nothing that matches \(names) was seen"
    }

    /// The same as a code.
    package var reason: FailureReason {
        if candidates.contains(where: { !$0.isGone }) {
            return FailureReason(filters ? .nothingApproved : .wifiNotSeen, names: networkNames)
        }
        guard candidates.isEmpty else { return FailureReason(.outOfRange, names: networkNames) }
        if let hidden { return FailureReason(.onlyOwn, names: [hidden]) }
        if let half = halfHeard { return FailureReason(.bluetoothNotSeen, names: [half.description]) }
        return FailureReason(.nothingSeen, names: networkNames)
    }

    /// It matches, and its security is none that this agent joins.
    private var unjoinable: WiFiNetwork? {
        surroundings.networks.first { $0.security.key == .unsupported && concerns($0) }
    }

    /// It has the name, on another band than the item wants.
    private var elsewhere: WiFiNetwork? {
        surroundings.networks.first { network in
            items.contains { $0.descriptor.band != nil && network.ssid.map($0.descriptor.allows) == true }
        }
    }

    private var networkNames: [String] {
        items.compactMap { item in
            switch item.descriptor.wifi {
            case .exact(let ssid)?: ssid.description
            case .prefix(let prefix)?: "\(prefix)…"
            case nil: nil
            }
        }
    }

    /// Why the sightings do not suffice for a plan that requires a correlation; nil if there are none, or no network
    /// to name. For a sentence that ends with a time.
    package var unbridged: String? {
        guard let here = candidates.first(where: { !$0.isGone }) else { return nil }
        guard here.device != nil, here.item.descriptor.wifi != nil else {
            let radio = here.device == nil ? "Wi-Fi" : "Bluetooth"
            return "'\(here.title)' was seen over \(radio) alone, and nothing that correlates with it"
        }
        let networks = networks(for: here).map { "'\($0.ssid?.description ?? "")' (\($0.bssid))" }
        guard !networks.isEmpty else { return nil }
        let list = networks.joined(separator: ", ")
        return "'\(here.title)' was seen over Bluetooth, but none of \(list) correlates with it"
    }

    /// A network that would match, but whose Bluetooth side is missing.
    private var halfHeard: SSID? {
        surroundings.networks.lazy.compactMap(\.ssid).first { ssid in
            items.contains { item in
                item.descriptor.bluetooth != nil && item.descriptor.wifi != nil && item.descriptor.allows(ssid)
            }
        }
    }

    private static func name(of descriptor: Descriptor) -> String {
        let network =
            switch descriptor.wifi {
            case .exact(let ssid)?: "'\(ssid)'"
            case .prefix(let prefix)?: "'\(prefix)…'"
            case nil: String?.none
            }
        let place = network.map { name in descriptor.band.map { "\(name) on \($0.rawValue) GHz" } ?? name }
        return [place, descriptor.bluetooth.map { _ in "its Bluetooth fields" }].compactMap { $0 }
            .joined(separator: " with ")
    }
}
