// SPDX-License-Identifier: Apache-2.0

import CCrypto

extension Modulus {
    /// The prime of 3072 bits of RFC 3526, which RFC 5054 has for SRP with the generator 5.
    static func prime3072() throws(CryptoFault) -> Modulus {
        guard let prime = BN_get_rfc3526_prime_3072(nil) else { throw .library("big numbers") }
        defer { BN_free(prime) }
        var bytes = [UInt8](repeating: 0, count: 384)
        guard BN_bn2binpad(prime, &bytes, CInt(bytes.count)) == CInt(bytes.count) else {
            throw .library("big numbers")
        }
        return Modulus(bytes)
    }
}
