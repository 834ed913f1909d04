// SPDX-License-Identifier: Apache-2.0

/// An address in dotted form.
struct IPv4Address: Sendable, Equatable, CustomStringConvertible {
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.allSatisfy { ("0"..."9").contains($0) } ? UInt8(part) : nil
        }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    func shares(prefix length: Int, with other: IPv4Address) -> Bool {
        length == 0 || (value ^ other.value) >> UInt32(32 - length) == 0
    }

    var description: String {
        [24, 16, 8, 0].map { String(value >> UInt32($0) & 0xFF) }.joined(separator: ".")
    }
}
