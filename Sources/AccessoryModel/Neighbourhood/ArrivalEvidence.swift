// SPDX-License-Identifier: Apache-2.0

/// The reason why an address counts as an accessory's, the weakest first.
package enum ArrivalEvidence: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The accessory itself named the address while it got the network, unproven, and some station answers there.
    case address
    /// Some station answers there, and calls itself as the accessory did.
    case name
    /// The station that answers there has the accessory's station address.
    case station
    /// The same, and its own page names that station address, too.
    case ownInterface
    /// The accessory named the address in a session that it opened with its label's secret.
    case key

    package static func < (a: Self, b: Self) -> Bool {
        (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }

    /// For people, after "confirmed by" or "likely by".
    package var explanation: String {
        switch self {
        case .address: "the address that it named itself"
        case .name: "its name"
        case .station: "its station address"
        case .ownInterface: "its own page and its station address"
        case .key: "its label's secret"
        }
    }
}
