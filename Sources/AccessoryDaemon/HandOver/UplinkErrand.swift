// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// One way of this machine's credentials to an accessory: the link, and the order behind it.
struct UplinkErrand: Sendable {
    enum Way: Sendable {
        /// The hotspot that this lease holds.
        case lease(Lease.ID)
        /// A Bluetooth link to the accessory with this title for people.
        case bluetooth(title: String, family: Family)
        /// The label's key encrypts the hand-over to the accessory that proves to have it.
        case easyConnect
    }

    var way: Way
    /// Nil if an app gets the credentials, or a program that passes them on by itself.
    var provision: Plan.Provision?
    /// The network by its name in accessoryd.conf, or its profile; nil: the agent's own rule.
    var network: String?
    /// Ordered, or set in the plan: of a network with WPA2 and WPA3, the accessory gets WPA2 alone.
    var isWPA2Only = false
    /// The plan's file; nil without a plan, or if a person ordered it.
    var path: String?
    /// The program gets the credentials also on a network without a passphrase.
    var takesUplinkOverOpen = false
    /// Whose word it rests on; nil: the administrator's file decides.
    var warrant: Warrant?

    /// For an app that holds a hotspot.
    init(over lease: Lease.ID, network: String?) {
        way = .lease(lease)
        self.network = network
    }

    init(_ plan: Plan, over lease: Lease.ID, warrant: Warrant? = nil) {
        way = .lease(lease)
        provision = plan.provision
        network = plan.provision?.network
        isWPA2Only = plan.provision?.isWPA2Only == true
        path = plan.isOrdered ? nil : plan.path
        takesUplinkOverOpen = plan.provision == nil && plan.program?.takesUplinkOverOpen == true
        self.warrant = warrant
    }

    /// For the accessory of the plan's label.
    init(byLabelOf plan: Plan) {
        way = .easyConnect
        provision = plan.provision
        network = plan.provision?.network
        isWPA2Only = plan.provision?.isWPA2Only == true
        path = plan.path
    }

    init(_ order: OnboardOrder, to title: String, of family: Family, warrant: Warrant?) {
        way = family == .easyConnect ? .easyConnect : .bluetooth(title: title, family: family)
        provision = order.provision
        network = order.network
        isWPA2Only = order.isWPA2Only
        self.warrant = warrant
    }

    var lease: Lease.ID? {
        if case .lease(let lease) = way { lease } else { nil }
    }

    var isByLabel: Bool {
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

    /// The way to allow the hand-over on a link without encryption; empty for an app.
    var cure: String {
        switch (way, path) {
        case (.bluetooth(_, let family), _) where !family.mayNeedProof: "; --allow-cleartext allows it anyway"
        case (_, nil) where provision == nil: ""
        case (_, nil): "; the proof of its label protects it, and --allow-cleartext allows it anyway"
        case (_, let path?) where provision == nil:
            "; UplinkCredentialsOverOpen=true under [Program] in \(path) allows it anyway"
        case (_, let path?):
            "; ProofCredential= under [Provision] in \(path) protects it, Cleartext=allow there allows it anyway"
        }
    }
}
