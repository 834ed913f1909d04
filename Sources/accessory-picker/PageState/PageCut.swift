// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// A join that cuts one browser's way to this page: the browser's connection arrives by the radio that joins the
/// accessory. The way comes back with the uplink.
struct PageCut: Encodable, Hashable, Sendable {
    /// The uplink, by its profile's name: the network that the browser must not leave.
    let network: String
    /// The radio.
    let interface: String

    /// Nil if no join of this presentation cuts this way.
    ///
    /// - Parameter interface: where the browser's connection arrives; nil if no interface has its address.
    init?(by picker: PresentationState, of interface: String?) {
        // Without a choice it is about each accessory that can be chosen.
        let joined = picker.chosen.map { [$0] } ?? picker.items.filter { !$0.isGone }
        guard let interface, let network = joined.lazy.filter({ $0.interface == interface }).compactMap(\.cuts).first
        else { return nil }
        self.network = network
        self.interface = interface
    }
}
