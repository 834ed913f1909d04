// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
package import AccessoryProvisioning
package import AgentInterface

/// What only a person, or a label, can answer about a new accessory.
package enum OnboardQuestion: String, Encodable, Hashable, Sendable {
    /// The answer may be empty.
    case proof
    /// Of the accessory's hotspot.
    case passphrase
    /// Whoever listens can read the home network's passphrase.
    case consent
    /// Whoever imitates the accessory finds its proof by trying, and gets the passphrase. Asked once the accessory has shown that.
    case weakProof
}

extension NewAccessory {
    /// An open hotspot of a family whose own have a passphrase: another's, perhaps, in the place of a true one.
    package var mayImitate: Bool {
        ssid != nil && !needsPassphrase && Family(rawValue: family)?.hasProtectedHotspot == true
    }

    package var needsPassphrase: Bool { security?.key == .passphrase }

    /// Whatever the accessory may need. A form that is filled in once asks all of it.
    package var questions: [OnboardQuestion] {
        (mayNeedProof ? [.proof] : []) + (needsPassphrase ? [.passphrase] : []) + (isClearText ? [.consent] : [])
    }
}

extension Label {
    package var answers: [OnboardQuestion] {
        (proof.secret == nil ? [] : [.proof]) + (passphrase == nil ? [] : [.passphrase])
    }
}

extension OnboardTerms {
    /// The questions that are open, one after the other: what few accessories of the family need is asked once this one
    /// has refused without it.
    package func questions(about accessory: NewAccessory) -> [OnboardQuestion] {
        // The label is all that there is to know.
        if easyConnect != nil { return [] }
        let family = family ?? Family(rawValue: accessory.family)
        let needsProof = proof.secret == nil && family?.usuallyNeedsProof ?? accessory.mayNeedProof
        let needsPassphrase = accessory.needsPassphrase && passphrases(of: accessory).isEmpty
        // Espressif's accessories encrypt a session. Consent would only let one do without.
        let needsConsent = !allowsClearText && family != .espressif && isClear(accessory, family)
        return (needsProof ? [.proof] : []) + (needsPassphrase ? [.passphrase] : []) + (needsConsent ? [.consent] : [])
    }

    /// What nobody has seen yet may not be there, or be encrypted. The agent looks before it hands anything over.
    private func isClear(_ accessory: NewAccessory, _ family: Family?) -> Bool {
        if accessory.ssid != nil, accessory.security == nil { return false }
        return family.map { $0.protection(hotspot: accessory.security) == .clearText } ?? accessory.isClearText
    }
}
