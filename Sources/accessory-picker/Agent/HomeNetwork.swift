// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// The network that this machine is on.
enum HomeNetwork {
    /// The profile's name; nil if no radio is on a network.
    ///
    /// - Parameter before: what it was. A radio at an accessory goes back to it.
    static func name(_ adapters: [AdapterStatus], before: String?) -> String? {
        if let connected = adapters.first(where: { $0.state == .connected }) { return connected.detail }
        return adapters.contains { $0.state == .accessory || $0.state == .connecting } ? before : nil
    }
}
