// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

/// Which of the accessories in range the command adds.
enum OnboardChoice: Hashable, Sendable {
    /// The one that a person chooses from the list.
    case person
    case named(OnboardName)
    /// Each of them.
    case all

    /// The accessory that no look can find.
    var hidden: NewAccessory? {
        if case .named(let name) = self { name.hidden(orNamed: "the accessory of the label") } else { nil }
    }

    /// What the look is for, for people.
    var activity: String {
        switch self {
        case .person, .all: "looking for new accessories"
        case .named(.other), .named(.easyConnect): "looking for the accessory of the label"
        case .named(let name): "looking for \(name)"
        }
    }

    /// After a hotspot of the name that was another accessory's.
    static let activityAgain = "looking for another of this name"

    /// The line of an activity that has taken so many seconds.
    static func line(of activity: String, after seconds: Int) -> String {
        seconds == 0 ? activity : "\(activity): \(seconds) s"
    }

    /// What the agent looks for.
    func query(_ terms: OnboardTerms) -> NewAccessoryQuery {
        guard case .named(let name) = self else { return NewAccessoryQuery(interface: terms.interface) }
        var query = name.query ?? NewAccessoryQuery()
        query.interface = terms.interface
        query.family = terms.family?.rawValue
        return query
    }
}
