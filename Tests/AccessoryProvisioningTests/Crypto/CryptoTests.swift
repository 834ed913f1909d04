// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

struct CryptoTests {
    /// FIPS 180-4's own examples.
    @Test func hashes() throws {
        #expect(
            try Digest.sha256(Array("abc".utf8))
                == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(
            try Digest.sha512(Array("a".utf8), [], Array("bc".utf8))
                == hex(
                    """
                    ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
                    2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                    """))
    }

    @Test func agreesOnASecret() throws {
        let client = try X25519Key(KeyExchangeVectors.clientPrivateKey)
        let device = try X25519Key(KeyExchangeVectors.devicePrivateKey)
        #expect(client.publicKey == KeyExchangeVectors.clientPublicKey)
        #expect(device.publicKey == KeyExchangeVectors.devicePublicKey)
        let shared = hex("98b7ccce43e86c5a69561555319d0eca1792e8405b43090a792547123651274a")
        #expect(try client.sharedSecret(with: device.publicKey) == shared)
        #expect(try device.sharedSecret(with: client.publicKey) == shared)
    }

    @Test(arguments: [
        [], [UInt8](repeating: 0, count: 31), [UInt8](repeating: 0, count: 32), [1] + .init(repeating: 0, count: 31),
    ])
    func refusesAWeakPublicKey(peer: [UInt8]) throws {
        let key = try X25519Key(KeyExchangeVectors.clientPrivateKey)
        #expect(throws: CryptoFault.input("X25519 public key")) { try key.sharedSecret(with: peer) }
    }

    /// NIST SP 800-38A, F.5.5, in pieces of all sizes.
    @Test(arguments: 1...64)
    func keystreamRunsOn(piece: Int) throws {
        let plain = hex(
            """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """)
        var stream = try Keystream(
            key: hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"),
            counter: hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"))
        var sealed: [UInt8] = []
        for start in stride(from: 0, to: plain.count, by: piece) {
            sealed += try stream.apply(to: Array(plain[start..<min(start + piece, plain.count)]))
        }
        #expect(
            sealed
                == hex(
                    """
                    601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5
                    2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6
                    """))
    }

    @Test func keystreamsCounterWrapsAround() throws {
        let key = [UInt8](repeating: 7, count: 32)
        var wrapping = try Keystream(key: key, counter: .init(repeating: 0xFF, count: 16))
        var zero = try Keystream(key: key, counter: .init(repeating: 0, count: 16))
        let blank = [UInt8](repeating: 0, count: 16)
        _ = try wrapping.apply(to: blank)
        #expect(try wrapping.apply(to: blank) == zero.apply(to: blank))
    }

    @Test func opensWhatItSeals() throws {
        let key = try SealingKey(Array(PasswordVectors.key.prefix(32)))
        let plain = hex("08036a00")
        let sealed = try key.seal(plain, nonce: hex("001122334455667700000002"))
        #expect(sealed == hex("77bb96c2a5c3a7cc05cc658bd04e430d2ce44a16"))
        #expect(try key.open(sealed, nonce: hex("001122334455667700000002")) == plain)
        #expect(throws: CryptoFault.notAuthentic) { try key.open(sealed, nonce: hex("001122334455667700000003")) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: CryptoFault.notAuthentic) {
                try key.open(changed, nonce: hex("001122334455667700000002"))
            }
        }
        #expect(throws: CryptoFault.notAuthentic) { try key.open([1], nonce: hex("001122334455667700000002")) }
    }

    @Test func sealsNothing() throws {
        let key = try SealingKey([UInt8](repeating: 0, count: 32))
        let nonce = [UInt8](repeating: 0, count: 12)
        let sealed = try key.seal([], nonce: nonce)
        // The Galois/Counter Mode of Operation (McGrew, Viega), test case 13.
        #expect(sealed == hex("530f8afbc74536b9a963b4f1c4cb738b"))
        #expect(try key.open(sealed, nonce: nonce) == [])
    }

    @Test func refusesKeysOfAnotherLength() {
        #expect(throws: CryptoFault.input("AES-256 key")) { try SealingKey([1]) }
        #expect(throws: CryptoFault.input("AES-256 key")) { try Keystream(key: [1], counter: []) }
        #expect(throws: CryptoFault.input("AES counter")) {
            try Keystream(key: .init(repeating: 1, count: 32), counter: [1])
        }
        #expect(throws: CryptoFault.input("X25519 private key")) { try X25519Key([1]) }
        #expect(throws: CryptoFault.input("nonce")) {
            try SealingKey(.init(repeating: 1, count: 32)).seal([], nonce: [])
        }
    }

    @Test func computesWithSmallNumbers() throws {
        let modulus = Modulus([0x03, 0xE9])  // 1001
        #expect(try modulus.power([5], [3]) == [125])
        #expect(try modulus.power([5], []) == [1])
        #expect(try modulus.product([100], [100]) == [0x03, 0xDF])
        #expect(try modulus.difference([1], [2]) == [0x03, 0xE8])
        #expect(try modulus.remainder([0x03, 0xE9]) == [])
        #expect(try modulus.remainder([0, 0, 7]) == [7])
    }

    @Test func comparesSecrets() {
        #expect(isSameSecret([1, 2], [1, 2]))
        #expect(!isSameSecret([1, 2], [1, 3]))
        #expect(!isSameSecret([1, 2], [1]))
        #expect(isSameSecret([], []))
    }

    @Test func systemsRandomBytesDiffer() throws {
        let bytes = try Randomness.system.bytes(32)
        #expect(bytes.count == 32)
        #expect(try Randomness.system.bytes(32) != bytes)
        #expect(throws: CryptoFault.noRandomness) { try Randomness { _ in [1] }.bytes(2) }
    }
}
