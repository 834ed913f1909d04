// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// The hash functions of FIPS 180-4.
package enum Digest {
    case sha256
    case sha512

    package func callAsFunction(_ parts: [UInt8]...) throws(CryptoFault) -> [UInt8] {
        let bytes = parts.flatMap(\.self)
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: CUnsignedInt = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, algorithm, nil) == 1 else { throw .library("digest") }
        return Array(digest.prefix(Int(count)))
    }

    /// The HMAC of RFC 2104.
    package func code(of bytes: [UInt8], by key: [UInt8]) throws(CryptoFault) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: CUnsignedInt = 0
        guard HMAC(algorithm, key, CInt(key.count), bytes, bytes.count, &code, &count) != nil else {
            throw .library("HMAC")
        }
        return Array(code.prefix(Int(count)))
    }

    private var algorithm: OpaquePointer? { self == .sha256 ? EVP_sha256() : EVP_sha512() }
}
