// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface

/// What a label does for adding its accessory.
extension Label {
    /// The accessory that it names. Throws `Failure` if another program adds such an accessory.
    func accessory() throws(Failure) -> OnboardName {
        switch reader {
        case .matterController: throw Self.refusal("a Matter accessory", "\(reader), adds it")
        case .appleDevice: throw Self.refusal("a HomeKit accessory", "\(reader), adds it")
        case .thisAgent: break
        }
        switch names {
        case .networks(let ssids): return .label(ssids, isSecured: passphrase != nil)
        case .bluetooth(let name): return .bluetooth(name)
        case .station, .matter, .nothing:
            throw Self.refusal(
                "Wi-Fi Easy Connect (DPP)", "a phone that has the network's credentials adds the accessory")
        }
    }

    private static func refusal(_ kind: String, _ cure: String) -> Failure {
        Failure("this is the label of \(kind), which `accessoryctl onboard` cannot add; \(cure)", .invalidInput)
    }
}

extension OnboardTerms {
    /// What the command line gives itself goes before the label.
    mutating func add(_ label: Label) {
        proof.secret = proof.secret ?? label.proof.secret
        proof.user = proof.user ?? label.proof.user
        passphrase = passphrase ?? label.passphrase
    }
}
