// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The group of a plan with the home network.
extension PlanKeys {
    mutating func provision(_ afterwards: Plan.Afterwards) -> Plan.Provision? {
        guard afterwards == .provision else {
            if file.group(Group.provision.rawValue) != nil {
                note(.provision, nil, "nothing is handed over: set Afterwards=provision in [Plan]")
            }
            return nil
        }
        let proof = secret(.provision, "Proof")
        if proof == nil, text(.provision, "ProofUser") != nil {
            note(.provision, "ProofUser", "is of no use without ProofCredential or ProofFile")
        }
        let family = family()
        if proof != nil, let family, !family.mayNeedProof {
            note(.provision, "Family", "'\(family.rawValue)' checks no proof; leave it out")
        }
        let terms = HandOverTerms(
            family: family, proof: ProvisioningProof(user: filled("ProofUser")), network: filled("Network"),
            isWPA2Only: isWPA2Only(), allowsClearText: allowsClearText(), arrival: arrival())
        return Plan.Provision(terms, proof: proof, timeLimit: timeLimit() ?? Plan.Provision.usualLimit)
    }

    private mutating func isWPA2Only() -> Bool {
        guard let text = text(.provision, "Security") else { return false }
        if text == HomeNetwork.onlySecurity { return true }
        note(.provision, "Security", HomeNetwork.unknownSecurity(text))
        return false
    }

    private mutating func arrival() -> ArrivalDemand {
        guard let text = text(.provision, "Arrival") else { return .none }
        if let demand = ArrivalDemand(rawValue: text) { return demand }
        note(.provision, "Arrival", "'\(text)' is none of \(ArrivalDemand.list)")
        return .none
    }

    private mutating func family() -> Family? {
        guard let text = text(.provision, "Family") else { return nil }
        if let family = Family(rawValue: text) { return family }
        note(.provision, "Family", "'\(text)' is none of \(Family.list)")
        return nil
    }

    private mutating func filled(_ key: String) -> String? {
        guard let text = text(.provision, key) else { return nil }
        if text.isEmpty { note(.provision, key, "is empty; leave the key out instead") }
        return text
    }

    private mutating func allowsClearText() -> Bool {
        switch text(.provision, "Cleartext") {
        case nil, "refuse": return false
        case "allow": return true
        case let text?:
            note(.provision, "Cleartext", "'\(text)' is not allow or refuse")
            return false
        }
    }
}
