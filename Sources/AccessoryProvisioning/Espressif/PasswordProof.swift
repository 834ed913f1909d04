// SPDX-License-Identifier: Apache-2.0

/// The client's side of SRP6a as protocomm has it: RFC 5054's group of 3072 bits, SHA-512.
struct PasswordProof: Sendable {
    struct Result: Sendable {
        /// What the client sends.
        var proof: [UInt8]
        /// What the accessory has to send.
        var expectedProof: [UInt8]
        /// The hash of the shared secret.
        var key: [UInt8]
    }

    /// The length of the prime. An accessory takes no shorter public key than that.
    static let length = 384
    private static let generator: [UInt8] = [5]
    private static let secretLength = 32
    /// One draw of 256 has a public key that is shorter.
    private static let mostDraws = 16

    let publicKey: [UInt8]
    private let prime: Modulus
    private let secret: [UInt8]
    private let user: [UInt8]
    private let password: [UInt8]

    init(user: [UInt8], password: [UInt8], randomness: Randomness) throws(CryptoFault) {
        prime = try Modulus.prime3072()
        self.user = user
        self.password = password
        for _ in 0..<Self.mostDraws {
            let secret = try randomness.bytes(Self.secretLength)
            let publicKey = try prime.power(Self.generator, secret)
            guard publicKey.count == Self.length else { continue }
            self.secret = secret
            self.publicKey = publicKey
            return
        }
        throw .noRandomness
    }

    /// The accessory's public key and its salt go into the proof as they came: they may begin with zeros.
    func result(salt: [UInt8], devicePublicKey: [UInt8]) throws(EspressifFault) -> Result {
        try checked {
            guard !salt.isEmpty, devicePublicKey.count <= Self.length,
                // A multiple of the prime would make the shared secret known to everybody.
                try !prime.remainder(devicePublicKey).isEmpty
            else { throw EspressifFault.garbled }
            let generator = try Self.padded(Self.generator)
            let multiplier = try Digest.sha512(prime.bytes, generator)
            let identity = try Digest.sha512(salt, Digest.sha512(user + [UInt8(ascii: ":")] + password))
            let scrambler = try Digest.sha512(Self.padded(publicKey), Self.padded(devicePublicKey))
            let verifier = try prime.power(Self.generator, identity)
            let base = try prime.difference(devicePublicKey, prime.product(multiplier, verifier))
            // base ^ (secret + scrambler * identity)
            let shared = try prime.product(
                prime.power(base, secret), prime.power(prime.power(base, identity), scrambler))
            let key = try Digest.sha512(shared)
            let group = zip(try Digest.sha512(prime.bytes), try Digest.sha512(generator)).map { $0 ^ $1 }
            let proof = try Digest.sha512(group, Digest.sha512(user), salt, publicKey, devicePublicKey, key)
            return Result(proof: proof, expectedProof: try Digest.sha512(publicKey, proof, key), key: key)
        }
    }

    private static func padded(_ number: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard number.count <= length else { throw .input("number") }
        return [UInt8](repeating: 0, count: length - number.count) + number
    }
}
