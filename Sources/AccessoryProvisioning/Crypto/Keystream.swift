// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// AES-256 in counter mode as one running stream (NIST SP 800-38A, 6.5): each call goes on where the one before ended.
struct Keystream: Sendable {
    private static let blockLength = 16

    private let key: [UInt8]
    private var counter: [UInt8]
    /// How many bytes of the counter's block are used up.
    private var offset = 0

    init(key: [UInt8], counter: [UInt8]) throws(CryptoFault) {
        guard key.count == 32 else { throw .input("AES-256 key") }
        guard counter.count == Self.blockLength else { throw .input("AES counter") }
        self.key = key
        self.counter = counter
    }

    /// Encrypts and decrypts: both are the same.
    mutating func apply(to bytes: [UInt8]) throws(CryptoFault) -> [UInt8] {
        let input = [UInt8](repeating: 0, count: offset) + bytes
        guard let count = CInt(exactly: input.count) else { throw .input("length") }
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("AES-256-CTR") }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: input.count + Self.blockLength)
        var written: CInt = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nil, key, counter) == 1,
            EVP_EncryptUpdate(context, &output, &written, input, count) == 1, written == count
        else { throw .library("AES-256-CTR") }
        advance(by: input.count / Self.blockLength)
        let result = Array(output[offset..<input.count])
        offset = input.count % Self.blockLength
        return result
    }

    private mutating func advance(by blocks: Int) {
        var carry = blocks
        for index in counter.indices.reversed() where carry > 0 {
            carry += Int(counter[index])
            counter[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}
