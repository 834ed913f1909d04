// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import AccessoryProvisioning

/// The accessory's side of SRP6a, from its own formulae: it has the verifier alone, not the password.
struct PasswordSide {
    /// Gives a public key of 383 bytes with the vectors' verifier for a salt that begins with a zero.
    static let shortKeySecret = hex("e487cb59d31ac550471e81f00f6928e01dda08e974a004f49e61f5d105284d71")

    var user: [UInt8]
    var salt: [UInt8]
    var verifier: [UInt8] = []
    var secret = PasswordVectors.deviceSecret

    init(user: String, password: String, salt: [UInt8]) {
        self.user = Array(user.utf8)
        self.salt = salt
        let identity = try? Digest.sha512(salt, Digest.sha512(Array("\(user):\(password)".utf8)))
        verifier = (try? Modulus.prime3072().power([5], identity ?? [])) ?? []
    }

    func publicKey() throws -> [UInt8] {
        let prime = try Modulus.prime3072()
        // k v + g^b, as k v - (0 - g^b).
        let negative = try prime.difference([], prime.power([5], secret))
        return try prime.difference(prime.product(PasswordVectors.multiplier, verifier), negative)
    }

    func key(_ clientPublicKey: [UInt8]) throws -> [UInt8] {
        let prime = try Modulus.prime3072()
        let own = try publicKey()
        let scrambler = try Digest.sha512(Self.padded(clientPublicKey), Self.padded(own))
        let base = try prime.product(clientPublicKey, prime.power(verifier, scrambler))
        return try Digest.sha512(prime.power(base, secret))
    }

    func takes(_ clientPublicKey: [UInt8], _ proof: [UInt8]) throws -> Bool {
        let group = zip(try Digest.sha512(Modulus.prime3072().bytes), try Digest.sha512(Self.padded([5]))).map {
            $0 ^ $1
        }
        return try proof
            == Digest.sha512(
                group, Digest.sha512(user), salt, clientPublicKey, publicKey(), key(clientPublicKey))
    }

    func answer(_ clientPublicKey: [UInt8], _ proof: [UInt8]) throws -> [UInt8] {
        try Digest.sha512(clientPublicKey, proof, key(clientPublicKey))
    }

    private static func padded(_ number: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 384 - number.count) + number
    }
}

/// Bytes that are drawn one after the other.
final class Draws: Sendable {
    private let rest: Mutex<[[UInt8]]>

    init(_ draws: [[UInt8]]) { rest = Mutex(draws) }

    func next() -> [UInt8] {
        rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] }
    }
}
