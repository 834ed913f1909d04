// SPDX-License-Identifier: Apache-2.0

/// What one radio can be at once, and what it is now.
package struct RadioConcurrency: Hashable, Sendable {
    /// An interface of the radio.
    package struct Interface: Hashable, Sendable {
        package var type: InterfaceType
        /// MHz; nil without a network.
        package var frequency: Int?

        package init(_ type: InterfaceType, at frequency: Int? = nil) {
            self.type = type
            self.frequency = frequency
        }
    }

    /// None if the driver allows one interface only.
    package var combinations: [InterfaceCombination]
    package var interfaces: [Interface]

    package init(combinations: [InterfaceCombination], interfaces: [Interface]) {
        self.combinations = combinations
        self.interfaces = interfaces
    }

    /// The channels that the radio is on, in MHz.
    package var frequencies: Set<Int> { Set(interfaces.compactMap(\.frequency)) }

    /// On how many channels the radio can be with one station more; 0 if it can have none.
    package var channelsWithOneStationMore: Int {
        let types = interfaces.map(\.type) + [.station]
        return combinations.filter { $0.allows(types) }.map(\.channels).max() ?? 0
    }
}
