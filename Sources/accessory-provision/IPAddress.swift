// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An address of IPv4, or one of IPv6 with or without a zone, as text.
enum IPAddress {
    static func isOne(_ text: String) -> Bool {
        var address = in6_addr()
        if inet_pton(AF_INET, text, &address) == 1 { return true }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard let first = parts.first, inet_pton(AF_INET6, first, &address) == 1 else { return false }
        guard parts.count == 2 else { return true }
        return !parts[1].isEmpty
            && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    /// An address that a router gives to a home's stations, or that they take themselves (RFC 1918, RFC 3927, RFC 4193, RFC
    /// 4291). The packaged unit allows no others.
    static func isOneOfAHome(_ text: String) -> Bool {
        var old = in_addr()
        if inet_pton(AF_INET, text, &old) == 1 {
            let number = UInt32(bigEndian: old.s_addr)
            return number >> 24 == 10 || number >> 20 == 0xAC1 || number >> 16 == 0xC0A8 || number >> 16 == 0xA9FE
        }
        guard isOne(text) else { return false }
        var new = in6_addr()
        inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &new)
        let (first, second) = withUnsafeBytes(of: new) { ($0[0], $0[1]) }
        return first & 0xFE == 0xFC || first == 0xFE && second & 0xC0 == 0x80
    }
}
