// SPDX-License-Identifier: Apache-2.0

extension LookRequest {
    /// For whatever one of these descriptors allows.
    package init(for descriptors: [Descriptor], interface: String, likelyFrequencies: [Int] = []) {
        self.init(
            interface: interface, ssids: descriptors.compactMap(\.ssid), likelyFrequencies: likelyFrequencies)
        let looking = descriptors.filter { $0.wifi != nil }
        if looking.allSatisfy({ $0.band != nil }) { bands = Set(looking.compactMap(\.band)) }
    }
}
