// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// Arithmetic modulo an odd number. Numbers are big-endian bytes; results have no leading zeros.
struct Modulus: Sendable {
    let bytes: [UInt8]

    /// - Parameter bytes: An odd number of at least 3.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// In a time that does not depend on the exponent's bits, as secrets need it.
    func power(_ base: [UInt8], _ exponent: [UInt8]) throws(CryptoFault) -> [UInt8] {
        try compute(base, exponent) { BN_mod_exp_mont_consttime($0, $1, $2, $3, $4, nil) }
    }

    func product(_ a: [UInt8], _ b: [UInt8]) throws(CryptoFault) -> [UInt8] {
        try compute(a, b) { BN_mod_mul($0, $1, $2, $3, $4) }
    }

    func difference(_ a: [UInt8], _ b: [UInt8]) throws(CryptoFault) -> [UInt8] {
        try compute(a, b) { BN_mod_sub($0, $1, $2, $3, $4) }
    }

    func remainder(_ number: [UInt8]) throws(CryptoFault) -> [UInt8] {
        try difference(number, [])
    }

    private func compute(
        _ a: [UInt8], _ b: [UInt8],
        _ operation: (OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer) -> CInt
    ) throws(CryptoFault) -> [UInt8] {
        guard let context = BN_CTX_new() else { throw .library("big numbers") }
        defer { BN_CTX_free(context) }
        guard let modulus = Self.load(bytes) else { throw .library("big numbers") }
        defer { BN_clear_free(modulus) }
        guard let a = Self.load(a) else { throw .library("big numbers") }
        defer { BN_clear_free(a) }
        guard let b = Self.load(b) else { throw .library("big numbers") }
        defer { BN_clear_free(b) }
        guard let result = BN_new() else { throw .library("big numbers") }
        defer { BN_clear_free(result) }
        guard operation(result, a, b, modulus, context) == 1 else { throw .library("big numbers") }
        var output = [UInt8](repeating: 0, count: (Int(BN_num_bits(result)) + 7) / 8)
        BN_bn2bin(result, &output)
        return output
    }

    private static func load(_ bytes: [UInt8]) -> OpaquePointer? {
        guard let count = CInt(exactly: bytes.count) else { return nil }
        return BN_bin2bn(bytes, count, nil)
    }
}
