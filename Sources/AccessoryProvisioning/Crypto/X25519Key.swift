// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A private key on Curve25519 (RFC 7748).
struct X25519Key: Sendable {
    static let length = 32

    private let privateKey: [UInt8]
    let publicKey: [UInt8]

    init(_ privateKey: [UInt8]) throws(CryptoFault) {
        self.privateKey = privateKey
        let key = try Self.load(privateKey)
        defer { EVP_PKEY_free(key) }
        var publicKey = [UInt8](repeating: 0, count: Self.length)
        var count = publicKey.count
        guard EVP_PKEY_get_raw_public_key(key, &publicKey, &count) == 1, count == Self.length else {
            throw .library("X25519 public key")
        }
        self.publicKey = publicKey
    }

    /// Refuses a public key of small order: everybody could compute what comes of it (RFC 7748, 6.1).
    func sharedSecret(with peer: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard peer.count == Self.length else { throw .input("X25519 public key") }
        let key = try Self.load(privateKey)
        defer { EVP_PKEY_free(key) }
        guard let peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, peer, peer.count) else {
            throw .input("X25519 public key")
        }
        defer { EVP_PKEY_free(peer) }
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw .library("X25519") }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1 else {
            throw .input("X25519 public key")
        }
        var secret = [UInt8](repeating: 0, count: Self.length)
        var count = secret.count
        guard EVP_PKEY_derive(context, &secret, &count) == 1, count == Self.length else {
            throw .input("X25519 public key")
        }
        guard !isSameSecret(secret, [UInt8](repeating: 0, count: Self.length)) else {
            throw .input("X25519 public key")
        }
        return secret
    }

    private static func load(_ privateKey: [UInt8]) throws(CryptoFault) -> OpaquePointer {
        guard privateKey.count == length,
            let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, privateKey, privateKey.count)
        else { throw .input("X25519 private key") }
        return key
    }
}
