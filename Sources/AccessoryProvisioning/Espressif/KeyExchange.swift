// SPDX-License-Identifier: Apache-2.0

/// Security 1 of protocomm: X25519, and a proof of possession that is mixed into the key.
struct KeyExchange: Sendable {
    private let key: X25519Key
    private let possession: [UInt8]
    /// The stream, and the accessory's public key, once it has answered.
    private var stream: Keystream?

    /// - Parameter possession: The proof of possession; empty for an accessory that wants none.
    init(possession: [UInt8], randomness: Randomness) throws(EspressifFault) {
        key = try checked { try X25519Key(randomness.bytes(X25519Key.length)) }
        self.possession = possession
    }

    /// An accessory that wants no proof cannot find it wrong.
    var isProving: Bool { stream != nil && !possession.isEmpty }

    var hello: [UInt8] {
        var content = ProtobufMessage()
        content.add(1, key.publicKey)
        return SessionMessage(security: .keyExchange, step: .command0, content: content).encoded
    }

    mutating func receive(_ bytes: [UInt8]) throws(EspressifFault) -> Handshake.Progress {
        guard let stream else { return .send(try prove(bytes)) }
        return .established(.stream(try checkProof(bytes, stream)))
    }

    private mutating func prove(_ bytes: [UInt8]) throws(EspressifFault) -> [UInt8] {
        let answer = try SessionMessage.content(of: bytes, security: .keyExchange, step: .response0)
        return try checked {
            guard let devicePublicKey = try answer.bytes(2), let random = try answer.bytes(3) else {
                throw EspressifFault.garbled
            }
            guard devicePublicKey.count == X25519Key.length, random.count == 16 else { throw EspressifFault.garbled }
            var secret = try key.sharedSecret(with: devicePublicKey)
            if !possession.isEmpty {
                secret = zip(secret, try Digest.sha256(possession)).map { $0 ^ $1 }
            }
            var stream = try Keystream(key: secret, counter: random)
            var content = ProtobufMessage()
            content.add(2, try stream.apply(to: devicePublicKey))
            self.stream = stream
            return SessionMessage(security: .keyExchange, step: .command1, content: content).encoded
        }
    }

    private func checkProof(_ bytes: [UInt8], _ stream: Keystream) throws(EspressifFault) -> Keystream {
        let answer = try SessionMessage.content(of: bytes, security: .keyExchange, step: .response1)
        return try checked {
            var stream = stream
            guard let proof = try answer.bytes(3), proof.count == X25519Key.length else {
                throw EspressifFault.garbled
            }
            guard isSameSecret(try stream.apply(to: proof), key.publicKey) else {
                throw possession.isEmpty ? EspressifFault.garbled : EspressifFault.wrongProof
            }
            return stream
        }
    }
}
