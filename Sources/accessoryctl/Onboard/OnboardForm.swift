// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

/// The request for one accessory, and the questions that are still open.
struct OnboardForm: Hashable, Sendable {
    enum Answer: Hashable, Sendable {
        case proof(String)
        case passphrase(Passphrase)
        case consent(Bool)
    }

    let accessory: NewAccessory
    private(set) var request: OnboardRequest
    /// The first one is next.
    private(set) var open: [OnboardQuestion]
    /// Other readings of the label's passphrase, if the hotspot refuses the first one.
    private var otherPassphrases: [Passphrase]
    /// Why this accessory is not the one that is meant. Nil if it can be.
    let refusal: AccessoryError?

    init(_ accessory: NewAccessory, _ terms: OnboardTerms) {
        self.accessory = accessory
        request = terms.request(for: accessory)
        open = terms.questions(about: accessory)
        otherPassphrases = Array(terms.passphrases(of: accessory).dropFirst())
        refusal = terms.refusal(of: accessory)
    }

    /// Throws `Failure` if the person declines.
    mutating func receive(_ answer: Answer) throws(Failure) {
        if !open.isEmpty { open.removeFirst() }
        switch answer {
        case .proof(let text): request.proof = text.isEmpty ? nil : text
        case .passphrase(let passphrase): request.passphrase = passphrase.secret
        case .consent(let agrees):
            guard agrees else { throw Failure("'\(accessory.name)' was not added", .cancelled) }
            request.allowsClearText = true
        }
    }

    /// Nobody answers. The accessory itself shows whether it needs a proof; what else is open ends the attempt.
    mutating func doWithoutAnswers() throws(Failure) {
        for question in open {
            switch question {
            case .proof: continue
            case .passphrase:
                throw Failure(
                    "'\(accessory.name)' has a hotspot with a passphrase; --passphrase-file gives it", .noPassphrase)
            case .consent, .weakProof:
                throw Failure(
                    "'\(accessory.name)': \(Self.risk); --allow-cleartext agrees to that", .notAuthorized)
            }
        }
        open = []
    }

    /// Takes the next reading of the label's passphrase in the place of one that the hotspot refused. False without one.
    mutating func readsLabelAgain(after result: OnboardResult) -> Bool {
        guard result.failure?.code == .wrongPassphrase, !otherPassphrases.isEmpty else { return false }
        request.passphrase = otherPassphrases.removeFirst().secret
        return true
    }

    /// Opens the question again whose answer the accessory refused, or consent to a proof that an impostor finds by trying, which shows
    /// once the accessory has said how it checks one. False if no answer was wrong.
    mutating func opensAgain(after result: OnboardResult) -> Bool {
        if request.label != nil { return false }
        if result.progress?.outcome == .wrongProof {
            open = [.proof]
        } else if result.failure?.code == .wrongPassphrase || result.failure?.code == .passphraseMissing {
            open = [.passphrase]
        } else if result.progress?.reason?.kind == .credentialsUnprotected, request.proof != nil, !hasConsent {
            open = [.weakProof]
        } else {
            return false
        }
        return true
    }

    private var hasConsent: Bool { request.allowsClearText == true }

    /// What a person agrees to.
    static let risk = "whoever listens can read the passphrase of your network while it is handed over"
    static let riskOfWeakProof =
        "whoever imitates it finds its proof by trying, and gets the passphrase of your network"
}
