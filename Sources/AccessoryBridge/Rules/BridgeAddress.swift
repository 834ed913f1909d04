// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A field that is an address, or the end of one, in hexadecimal digits without colons, after some arithmetic.
public struct BridgeAddress: Hashable, Sendable {
    /// What is done to an address before it is compared.
    public enum Step: Hashable, Sendable {
        /// Added to the last octet, which wraps around: nothing is carried into the one before it.
        case add(Int)
        /// For an address whose locally-administered bit is set: without that bit, and then the addition.
        case universal(add: Int)
    }

    public var field: String
    /// How many octets from the end are compared.
    public var octets: Int
    /// The alternatives.
    public var steps: [Step]
    /// Blocks of addresses, as numbers of 24 bits, one of which the address is in before anything is added; empty for any.
    public var makers: Set<UInt32>

    public init(_ field: String, octets: Int = 6, steps: [Step] = [.add(0)], makers: Set<UInt32> = []) {
        self.field = field
        self.octets = octets
        self.steps = steps
        self.makers = makers
    }

    /// Each way to read an address.
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
