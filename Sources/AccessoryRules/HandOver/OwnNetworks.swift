// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The networks of this machine's radios, with those that leases have cut for a while.
package struct OwnNetworks: Hashable, Sendable {
    /// What leases have cut, and owe.
    package var owed: [Uplink]
    package var adapters: [Adapter]

    package init(owed: [Uplink], adapters: [Adapter]) {
        self.owed = owed.filter { $0.profile != nil }
        self.adapters = adapters
    }

    package var all: [Uplink] {
        let present = connected.filter { adapter in !owed.contains { $0.interface == adapter.interface } }
        return owed + present.map { Uplink(interface: $0.interface) }
    }

    /// The network that a lease on this radio has cut, or else the only one of the other radios: then the accessory has a
    /// radio of its own. Nil if there is none, or several. A radio whose second station has the lease is still on its network.
    func beside(_ interface: String, isBySecondStation: Bool = false) -> Uplink? {
        if isBySecondStation { return Uplink(interface: interface) }
        if let cut = owed.first(where: { $0.interface == interface }) { return cut }
        let others = connected.filter { $0.interface != interface }
        return others.count == 1 ? others.first.map { Uplink(interface: $0.interface) } : nil
    }

    private var connected: [Adapter] { adapters.filter { RadioChoice.cuts($0) != nil } }
}
