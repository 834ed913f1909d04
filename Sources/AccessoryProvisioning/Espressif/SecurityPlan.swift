// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// How the session is made, by what the accessory says of itself and what a person knows of it.
enum SecurityPlan: Hashable, Sendable {
    case none
    case keyExchange(possession: [UInt8])
    case password(user: [UInt8], password: [UInt8], isCounting: Bool)

    /// Why there is no session.
    enum Fault: Error, Hashable, Sendable {
        case joinsNoWiFi
        case unknownSecurity
        /// The accessory wants a proof, and there is none.
        case noProof
        /// There is a proof, and the accessory wants a weaker one or none. It may be an impostor of the one with the
        /// label: from one session of security 1 an impostor can find a short proof of possession by trying.
        case proofUnused(String)

        var outcome: ProvisioningOutcome {
            switch self {
            case .joinsNoWiFi: .refusing(.threadOnly, "the accessory joins Thread networks only")
            case .unknownSecurity: .refusing(.firmwareNew, "the accessory wants a security that is newer than 2")
            case .noProof: .wrongProof
            case .proofUnused(let part):
                .refusing(
                    .proofUnused,
                    "the accessory checks no \(part), so it may not be the one with the label; if its label has no \(part), leave it out"
                )
            }
        }
    }

    /// The user of an accessory whose label names none.
    static let usualUser = "wifiprov"

    init(_ version: EspressifVersion, _ proof: ProvisioningProof) throws(Fault) {
        guard version.joinsWiFi else { throw .joinsNoWiFi }
        let secret = Array((proof.secret ?? "").utf8)
        let user = proof.user.flatMap { $0.isEmpty ? nil : $0 }
        if let security = version.security, security != .password, user != nil { throw .proofUnused("user") }
        switch version.security {
        case .some(.none):
            guard secret.isEmpty else { throw .proofUnused("secret") }
            self = .none
        case .keyExchange:
            guard version.needsNoProof == secret.isEmpty else {
                throw version.needsNoProof ? .proofUnused("secret") : .noProof
            }
            self = .keyExchange(possession: secret)
        case .password:
            guard !secret.isEmpty else { throw .noProof }
            self = .password(
                user: Array((user ?? Self.usualUser).utf8), password: secret, isCounting: version.isNonceCounting)
        case nil: throw .unknownSecurity
        }
    }

    /// In security 1 the accessory proves itself after the agent has: whoever imitates it has the agent's message to try all short
    /// proofs on, and then answers (esp-idf, security1.c). A graphics card tries some 2^34 in a second, and the agent waits for ten to
    /// thirty. RainMaker's proofs and the `abcd1234` of esp-idf's examples are eight hexadecimal digits.
    private static func isFoundByTrying(_ possession: [UInt8]) -> Bool {
        let text = String(decoding: possession, as: UTF8.self)
        let characters = text.filter { $0.isLetter || $0.isWholeNumber }
        if characters.allSatisfy(\.isWholeNumber) { return characters.count < 12 }
        if characters.allSatisfy(\.isHexDigit) { return characters.count < 10 }
        // A word of a dictionary is worth three characters.
        let words = text.split { !$0.isLetter }
        return characters.count - words.reduce(0) { $0 + max(0, $1.count - 3) } < 8
    }

    /// One nonce for all messages gives the passphrase away to a listener who guesses another message of the session.
    var protection: HandOverProtection {
        switch self {
        case .none: .clearText
        case .keyExchange(let possession): Self.isFoundByTrying(possession) ? .session : .proven
        case .password(_, _, let isCounting): isCounting ? .proven : .link
        }
    }
}

extension SecurityPlan: CustomReflectable, CustomStringConvertible {
    var description: String { protection.rawValue }
    var customMirror: Mirror { Mirror(self, children: []) }
}
