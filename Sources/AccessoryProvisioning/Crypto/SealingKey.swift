// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// AES-256 in Galois/Counter Mode without further data (NIST SP 800-38D). The tag of 16 bytes follows the ciphertext.
struct SealingKey: Sendable {
    static let nonceLength = 12
    static let tagLength = 16

    private let key: [UInt8]

    init(_ key: [UInt8]) throws(CryptoFault) {
        guard key.count == 32 else { throw .input("AES-256 key") }
        self.key = key
    }

    func seal(_ bytes: [UInt8], nonce: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard nonce.count == Self.nonceLength else { throw .input("nonce") }
        guard let count = CInt(exactly: bytes.count) else { throw .input("length") }
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("AES-256-GCM") }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: bytes.count + Self.tagLength)
        var tag = [UInt8](repeating: 0, count: Self.tagLength)
        var written: CInt = 0
        var rest: CInt = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &output, &written, bytes, count) == 1, written == count,
            EVP_EncryptFinal_ex(context, &tag, &rest) == 1, rest == 0,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CInt(Self.tagLength), &tag) == 1
        else { throw .library("AES-256-GCM") }
        return output.prefix(bytes.count) + tag
    }

    func open(_ sealed: [UInt8], nonce: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard nonce.count == Self.nonceLength else { throw .input("nonce") }
        guard sealed.count >= Self.tagLength else { throw .notAuthentic }
        let bytes = Array(sealed.dropLast(Self.tagLength))
        var tag = Array(sealed.suffix(Self.tagLength))
        guard let count = CInt(exactly: bytes.count) else { throw .input("length") }
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("AES-256-GCM") }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: bytes.count + Self.tagLength)
        var end = [UInt8](repeating: 0, count: Self.tagLength)
        var written: CInt = 0
        var rest: CInt = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &output, &written, bytes, count) == 1, written == count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(Self.tagLength), &tag) == 1
        else { throw .library("AES-256-GCM") }
        guard EVP_DecryptFinal_ex(context, &end, &rest) == 1 else { throw .notAuthentic }
        return Array(output.prefix(bytes.count))
    }
}
