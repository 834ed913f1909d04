// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A field that is an address, or the end of one, in hexadecimal digits without colons, after some arithmetic.
public struct BridgeAddress: Hashable, Sendable {
    /// The arithmetic on an address before it is compared.
    public enum Step: Hashable, Sendable {
        /// Added to the last octet, which wraps around without a carry.
        case add(Int)
        /// For an address whose locally-administered bit is set: clears that bit, then adds.
        case universal(add: Int)
    }

    public var field: String
    /// The number of octets from the end that are compared.
    public var octets: Int
    /// The alternatives.
    public var steps: [Step]
    /// The blocks that may contain the address before the arithmetic, as numbers of 24 bits; empty for any.
    public var makers: Set<UInt32>

    public init(_ field: String, octets: Int = 6, steps: [Step] = [.add(0)], makers: Set<UInt32> = []) {
        self.field = field
        self.octets = octets
        self.steps = steps
        self.makers = makers
    }

    /// Every reading of an address.
    func captures(of address: MACAddress) -> [Captures] {
        steps.compactMap { step in
            guard var bytes = Self.start(address.bytes, step), belongs(bytes), bytes.count == 6 else { return nil }
            bytes[5] &+= UInt8(truncatingIfNeeded: step.summand)
            return Captures([field: Array(bytes.suffix(min(6, max(1, octets))).hexadecimal.utf8)])
        }
    }

    private static func start(_ bytes: [UInt8], _ step: Step) -> [UInt8]? {
        switch step {
        case .add: return bytes
        case .universal:
            guard let first = bytes.first, first & 0x02 != 0 else { return nil }
            return [first & ~0x02] + bytes.dropFirst()
        }
    }

    private func belongs(_ bytes: [UInt8]) -> Bool {
        makers.isEmpty || makers.contains(bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) })
    }
}

extension BridgeAddress.Step {
    fileprivate var summand: Int {
        switch self {
        case .add(let summand), .universal(let summand): summand
        }
    }
}
