// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Chooses the radio that looks and joins: an idle one first, so that nothing is cut; else the one with the uplink.
package enum RadioChoice {
    /// `taken` are the radios that hold a lease. Throws `radioUnavailable` with the cure, or `busy`.
    package static func choose(
        from state: RadioState, taken: Set<String>, wanted: String? = nil
    ) throws(AccessoryError) -> Adapter {
        if let why = state.unavailable { throw AccessoryError(why) }
        let adapters = state.adapters.filter { wanted == nil || $0.interface == wanted }
        if let wanted, adapters.isEmpty {
            throw AccessoryError(.radioUnavailable, "there is no Wi-Fi radio '\(wanted)'", field: "interface")
        }
        guard !adapters.isEmpty else { throw AccessoryError(Unavailability.noRadio) }
        let free = adapters.filter { !taken.contains($0.interface) }
        let ranked = free.filter { rank($0) != nil }.sorted { rank($0) ?? 0 < rank($1) ?? 0 }
        if let best = ranked.first { return best }
        let held = adapters.filter { taken.contains($0.interface) }.map(\.interface)
        guard held.isEmpty else {
            throw AccessoryError(.busy, "another lease holds \(held.joined(separator: ", ")); leave it first")
        }
        let unusable = adapters.compactMap(unavailability)
        if let only = unusable.first, unusable.count == 1 { throw AccessoryError(only.reason, of: only.interface) }
        let reasons = unusable.map { "\($0.interface): \($0.reason.rawValue)" }
        throw AccessoryError(.radioUnavailable, reasons.joined(separator: "; "))
    }

    /// The uplink that joining with this radio cuts, by name.
    ///
    /// - Parameter isOwed: the radio's uplink is away since an earlier lease, so that NetworkManager only looks for it.
    package static func cuts(_ adapter: Adapter, isOwed: Bool = false) -> String? {
        switch adapter.activity {
        case .connected(let name, _): name
        case .connecting(let name, _): isOwed ? nil : name
        case .idle, .accessory, .unusable: nil
        }
    }

    private static func rank(_ adapter: Adapter) -> Int? {
        switch adapter.activity {
        case .idle: 0
        // The agent's own, yet no lease holds it: left over, and about to go.
        case .accessory: 1
        case .connecting, .connected: 2
        case .unusable: nil
        }
    }

    private static func unavailability(_ adapter: Adapter) -> (interface: String, reason: Unavailability)? {
        switch adapter.activity {
        case .unusable(let reason): (adapter.interface, reason)
        case .idle, .accessory, .connecting, .connected: nil
        }
    }
}
