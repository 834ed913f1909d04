// SPDX-License-Identifier: Apache-2.0

/// How sure it must be that an accessory is on the home network before its way there counts as done.
package enum ArrivalDemand: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all: nobody looks for it.
    case none
    /// Something shows it, unproven.
    case likely
    case confirmed

    /// All names, for a message.
    package static let list = allCases.map(\.rawValue).joined(separator: ", ")
}
