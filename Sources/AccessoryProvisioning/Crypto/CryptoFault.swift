// SPDX-License-Identifier: Apache-2.0

/// Why libcrypto did not do its part.
package enum CryptoFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library failed in this step, for example because there is no memory.
    case library(String)
    /// A key, nonce or number has a length or value that the algorithm does not take.
    case input(String)
    /// The tag shows that the bytes are not what the other side sealed.
    case notAuthentic
    /// The source of random bytes gave too few.
    case noRandomness

    package var description: String {
        switch self {
        case .library(let step): "libcrypto failed: \(step)"
        case .input(let name): "the \(name) is not valid"
        case .notAuthentic: "the bytes were changed on the way, or sealed with another key"
        case .noRandomness: "there are no random bytes"
        }
    }
}

/// Compares secrets in a time that depends on their lengths alone.
func isSameSecret(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
