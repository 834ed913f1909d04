// SPDX-License-Identifier: Apache-2.0

package import AccessoryProvisioning

/// One way of this machine's credentials to an accessory: the link, and the order behind it.
package struct UplinkErrand: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
        /// The hotspot that this lease holds.
        case lease(Lease.ID)
        /// A Bluetooth link to the accessory with this title for people.
        case bluetooth(title: String, family: Family)
        /// The label's key encrypts the hand-over to the accessory that proves to have it.
        case easyConnect
    }

    package var way: Way
    /// Nil if an app gets the credentials, or a program that passes them on by itself.
    package var provision: Plan.Provision?
    /// The network by its name in accessoryd.conf, or its profile; nil: the agent's own rule.
    package var network: String?
    /// Ordered, or set in the plan: of a network with WPA2 and WPA3, the accessory gets WPA2 alone.
    package var isWPA2Only = false
    /// The plan's file; nil without a plan, or if a person ordered it.
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

    package init(_ plan: Plan, over lease: Lease.ID, warrant: Warrant? = nil) {
        way = .lease(lease)
        provision = plan.provision
        network = plan.provision?.network
        isWPA2Only = plan.provision?.isWPA2Only == true
        path = plan.isOrdered ? nil : plan.path
        takesUplinkOverOpen = plan.provision == nil && plan.program?.takesUplinkOverOpen == true
        self.warrant = warrant
    }

    /// For the accessory of the plan's label.
    package init(byLabelOf plan: Plan) {
        way = .easyConnect
        provision = plan.provision
        network = plan.provision?.network
        isWPA2Only = plan.provision?.isWPA2Only == true
        path = plan.path
    }

    package init(_ order: OnboardOrder, to title: String, of family: Family, warrant: Warrant?) {
        way = family == .easyConnect ? .easyConnect : .bluetooth(title: title, family: family)
        provision = order.provision
        network = order.network
        isWPA2Only = order.isWPA2Only
        self.warrant = warrant
    }

    package var lease: Lease.ID? {
        if case .lease(let lease) = way { lease } else { nil }
    }

    package var isByLabel: Bool {
        if case .easyConnect = way { true } else { false }
    }

    /// With a proof the hand-over makes a session of its own, which is encrypted, or sends nothing.
    var hasSession: Bool {
        guard provision?.proof != nil else { return false }
        return switch way {
        case .lease: true
        case .bluetooth(_, let family): family.mayNeedProof
        case .easyConnect: true
        }
    }
}
