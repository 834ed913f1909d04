// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// One way of this machine's credentials to an accessory: the link, and the order behind it.
package struct UplinkErrand: Hashable, Sendable {
    package indirect enum Way: Hashable, Sendable {
        /// The hotspot that this lease holds.
        case lease(Lease.ID)
        /// A Bluetooth link to the accessory with this title for people.
        case bluetooth(title: String, family: Family)
        /// The label's key encrypts the hand-over to the accessory that proves to have it.
        case easyConnect(title: String)
        /// The home network on which the accessory with this title is.
        case network(title: String, Security)
    }

    package var way: Way
    /// Nil if an app gets the credentials, or a program that passes them on by itself.
    package var terms: HandOverTerms?
    /// The network by its name in accessoryd.conf, or its profile; nil: the agent's own rule.
    package var network: String?
    /// The plan's file; nil without a plan.
    package var path: String?
    /// The program gets the credentials also on a network without a passphrase.
    package var takesUplinkOverOpen = false
    /// Whose word it rests on; nil: the administrator's file decides.
    package var warrant: Warrant?

    /// For an app that holds a hotspot.
    package init(over lease: Lease.ID, network: String?) {
        way = .lease(lease)
        self.network = network
    }

    /// For the program of a plan that passes the network on by itself.
    package init(over lease: Lease.ID, _ program: Plan.Program, path: String) {
        way = .lease(lease)
        self.path = path
        takesUplinkOverOpen = program.takesUplinkOverOpen
    }

    /// For an accessory.
    package init(_ way: Way, _ terms: HandOverTerms, path: String? = nil, warrant: Warrant? = nil) {
        self.way = way
        self.terms = terms
        network = terms.network
        self.path = path
        self.warrant = warrant
    }

    package var lease: Lease.ID? {
        if case .lease(let lease) = way { lease } else { nil }
    }

    /// Nil before the accessory has shown it.
    package var family: Family? {
        switch way {
        case .lease, .network: terms?.family
        case .bluetooth(_, let family): family
        case .easyConnect: .easyConnect
        }
    }

    package var isByLabel: Bool {
        if case .easyConnect = way { true } else { false }
    }

    /// The accessory's for people; nil for one with a hotspot.
    var title: String? {
        switch way {
        case .lease: nil
        case .bluetooth(let title, _), .easyConnect(let title), .network(let title, _): title
        }
    }

    /// For the history, which names nothing else of an accessory without a hotspot until there is a record.
    var addressee: String {
        switch way {
        case .lease: ""
        case .bluetooth(let title, _): ", for '\(title)' over Bluetooth"
        case .easyConnect(let title): ", for '\(title)' by its label"
        case .network(let title, _): ", for '\(title)' over the home network"
        }
    }

    /// With a proof the hand-over makes a session of its own, which is encrypted, or sends nothing.
    var hasSession: Bool {
        guard terms?.proof.secret != nil else { return false }
        return switch way {
        case .lease: true
        case .bluetooth(_, let family): family.mayNeedProof
        case .easyConnect: true
        case .network: false
        }
    }
}
