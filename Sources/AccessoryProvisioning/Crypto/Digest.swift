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
        let algorithm = self == .sha256 ? EVP_sha256() : EVP_sha512()
        guard EVP_Digest(bytes, bytes.count, &digest, &count, algorithm, nil) == 1 else { throw .library("digest") }
        return Array(digest.prefix(Int(count)))
    }
}
