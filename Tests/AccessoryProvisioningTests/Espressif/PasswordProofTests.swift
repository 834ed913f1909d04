// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

struct PasswordProofTests {
    typealias Vectors = PasswordVectors

    private static func proof(_ draws: [UInt8]...) throws -> PasswordProof {
        try PasswordProof(user: Vectors.user, password: Vectors.password, randomness: .these(draws))
    }

    @Test func computesTheMakersVerifier() throws {
        let identity = try Digest.sha512(Vectors.salt, Digest.sha512(Array("wifiprov:abcd1234".utf8)))
        #expect(identity == Vectors.identity)
        #expect(try Modulus.prime3072().power([5], identity) == Vectors.verifier)
        #expect(
            try Digest.sha256(Vectors.verifier)
                == hex("e985f1fb10e7c5aaf625ec7cc0896e8f92bdcd5b621141766ea6ea93bd899b06"))
    }

    @Test func computesTheMultiplier() throws {
        let prime = try Modulus.prime3072()
        #expect(prime.bytes.count == 384)
        #expect(
            try Digest.sha512(prime.bytes, .init(repeating: 0, count: 383) + [5]) == Vectors.multiplier)
    }

    @Test func agreesWithTheVectors() throws {
        let proof = try Self.proof(Vectors.clientSecret)
        #expect(proof.publicKey == Vectors.clientPublicKey)
        let result = try proof.result(salt: Vectors.salt, devicePublicKey: Vectors.devicePublicKey)
        #expect(result.key == Vectors.key)
        #expect(result.proof == Vectors.proof)
        #expect(result.expectedProof == Vectors.deviceProof)
    }

    @Test func drawsAnewUntilThePublicKeyIsWhole() throws {
        // 5 to the power of 1 has one byte.
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(try Self.proof(one, one, Vectors.clientSecret).publicKey == Vectors.clientPublicKey)
        #expect(throws: CryptoFault.noRandomness) { try Self.proof(one) }
    }

    @Test(arguments: [0, 1, 384])
    func refusesAMultipleOfThePrime(length: Int) throws {
        let proof = try Self.proof(Vectors.clientSecret)
        #expect(throws: EspressifFault.garbled) {
            try proof.result(salt: Vectors.salt, devicePublicKey: .init(repeating: 0, count: length))
        }
    }

    @Test func refusesThePrimeItself() throws {
        let prime = try Modulus.prime3072().bytes
        let proof = try Self.proof(Vectors.clientSecret)
        #expect(throws: EspressifFault.garbled) { try proof.result(salt: Vectors.salt, devicePublicKey: prime) }
        #expect(throws: EspressifFault.garbled) { try proof.result(salt: [], devicePublicKey: Vectors.devicePublicKey) }
        #expect(throws: EspressifFault.garbled) {
            try proof.result(salt: Vectors.salt, devicePublicKey: [0] + Vectors.devicePublicKey)
        }
    }

    /// The salt's zero is part of it, and the accessory may send its public key without leading zeros.
    @Test func takesSaltAndKeyAsTheyCame() throws {
        var accessory = PasswordSide(user: "wifiprov", password: "abcd1234", salt: [0] + Vectors.salt.dropFirst())
        // Found by trying: the public key of this secret begins with a zero.
        accessory.secret = PasswordSide.shortKeySecret
        let proof = try Self.proof(Vectors.clientSecret)
        let publicKey = try accessory.publicKey()
        #expect(publicKey.count == 383)
        let result = try proof.result(salt: accessory.salt, devicePublicKey: publicKey)
        #expect(try accessory.takes(proof.publicKey, result.proof))
        #expect(try accessory.answer(proof.publicKey, result.proof) == result.expectedProof)
    }
}

extension Randomness {
    /// Draws these, one after the other, and the last again and again.
    static func these(_ draws: [[UInt8]]) -> Randomness {
        let source = Draws(draws)
        return Randomness { _ in source.next() }
    }
}
