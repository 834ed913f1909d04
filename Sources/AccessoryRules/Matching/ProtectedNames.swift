// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The names of the protected networks in range. An open access point that has one of them may pose as that network's
/// accessory: it takes a person, or the plan that names its address, to mean it.
struct ProtectedNames: Hashable, Sendable {
    private let names: Set<SSID>

    init(_ networks: [WiFiNetwork]) {
        names = Set(networks.lazy.filter { $0.security.key == .passphrase }.compactMap(\.ssid))
    }

    func isTwin(_ network: WiFiNetwork) -> Bool {
        network.security.key == .none && network.ssid.map(names.contains) == true
    }
}
