// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Who chooses the accessory of a set-up.
package enum Chooser: Hashable, Sendable {
    /// A person at the picker.
    case person
    /// A plan's rule, in a person's place.
    case plan(Plan.ID)
    /// A person's order to put an accessory on the home network names it.
    case order

    package var isAtPicker: Bool { self == .person }

    /// Of the record that comes of it.
    var origin: AccessRecord.Origin {
        switch self {
        case .person: .picker
        case .plan: .plan
        case .order: .administrator
        }
    }

    /// Whoever granted it, for the record.
    func words(for person: String) -> String {
        switch self {
        case .person: "\(person) at the picker"
        case .plan(let id): "plan \(id), run by \(person)"
        case .order: person
        }
    }

    /// For the history.
    var reason: String {
        switch self {
        case .person: "chosen at the picker"
        case .plan(let id): "chosen by plan \(id)"
        case .order: "put on the home network"
        }
    }
}
