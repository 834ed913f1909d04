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
}
