// SPDX-License-Identifier: Apache-2.0

/// Security 2 of protocomm: SRP6a over a user and a password, then AES-GCM.
struct PasswordExchange: Sendable {
    private let proof: PasswordProof
    private let user: [UInt8]
    private let isCounting: Bool
    private var result: PasswordProof.Result?

    /// - Parameter isCounting: Whether the nonce changes with each message.
    init(user: [UInt8], password: [UInt8], isCounting: Bool, randomness: Randomness) throws(EspressifFault) {
        proof = try checked { try PasswordProof(user: user, password: password, randomness: randomness) }
        self.user = user
        self.isCounting = isCounting
    }

    var isProving: Bool { result != nil }

    var hello: [UInt8] {
        var content = ProtobufMessage()
        content.add(1, user)
        content.add(2, proof.publicKey)
        return SessionMessage(security: .password, step: .command0, content: content).encoded
    }

    mutating func receive(_ bytes: [UInt8]) throws(EspressifFault) -> Handshake.Progress {
        guard let result else { return .send(try prove(bytes)) }
        return .established(try checkProof(bytes, result))
    }

    private mutating func prove(_ bytes: [UInt8]) throws(EspressifFault) -> [UInt8] {
        let answer = try SessionMessage.content(of: bytes, security: .password, step: .response0)
        let (publicKey, salt) = try checked { (try answer.bytes(2) ?? [], try answer.bytes(3) ?? []) }
        let result = try proof.result(salt: salt, devicePublicKey: publicKey)
        self.result = result
        var content = ProtobufMessage()
        content.add(1, result.proof)
        return SessionMessage(security: .password, step: .command1, content: content).encoded
    }

    private func checkProof(
        _ bytes: [UInt8], _ result: PasswordProof.Result
    ) throws(EspressifFault) -> EspressifSession {
        let answer = try SessionMessage.content(of: bytes, security: .password, step: .response1)
        return try checked {
            guard let proof = try answer.bytes(2), let nonce = try answer.bytes(3) else {
                throw EspressifFault.garbled
            }
            guard isSameSecret(proof, result.expectedProof) else { throw EspressifFault.wrongProof }
            return .sealed(
                try SealingKey(Array(result.key.prefix(32))), try SealingNonce(nonce, isCounting: isCounting))
        }
    }
}
