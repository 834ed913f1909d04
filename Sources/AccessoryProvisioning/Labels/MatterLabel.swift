// SPDX-License-Identifier: Apache-2.0

/// A Matter device: `MT:…`, or the 11 or 21 digits of its manual code (Matter 1.4, 5.1). A Matter controller sets it up.
public struct MatterLabel: Hashable, Sendable {
    /// How a controller may find the device. Digits do not have it.
    public struct Discovery: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let hotspot = Self(rawValue: 1)
        public static let bluetooth = Self(rawValue: 2)
        public static let network = Self(rawValue: 4)
    }

    public let vendor: UInt16?
    public let product: UInt16?
    public let discriminator: MatterDiscriminator
    public let discovery: Discovery?
    /// The secret is the passcode, with 8 digits.
    public let proof: ProvisioningProof

    /// - Parameter payload: base-38 text without its prefix.
    init(payload: [UInt8]) throws(LabelFault) {
        // An asterisk stands between the codes of several devices (5.1.3.2).
        guard let bytes = Self.bytes(base38: payload), bytes.count >= Self.size else {
            throw LabelFault(.payload, .wrong)
        }
        var bits = LittleBits(bytes)
        guard bits.take(3) == 0 else { throw LabelFault(.version, .unsupported) }
        vendor = UInt16(truncatingIfNeeded: bits.take(16)).orNone
        product = UInt16(truncatingIfNeeded: bits.take(16)).orNone
        guard bits.take(2) <= 2 else { throw LabelFault(.flow, .wrong) }
        discovery = Discovery(rawValue: UInt8(truncatingIfNeeded: bits.take(8)))
        discriminator = .long(UInt16(truncatingIfNeeded: bits.take(12)))
        proof = try Self.proof(passcode: bits.take(27))
    }

    /// - Parameter digits: 11 or 21 decimal digits (5.1.4.1).
    init(digits: [UInt8]) throws(LabelFault) {
        guard Verhoeff.isRight(digits) else { throw LabelFault(.checkDigit, .wrong) }
        func number(_ range: Range<Int>) -> Int { Array(digits[range]).decimal ?? 0 }
        let first = number(0..<1)
        guard first <= 7 else { throw LabelFault(.discriminator, .wrong) }
        let isLong = first & 4 != 0
        guard isLong == (digits.count == 21) else { throw LabelFault(.vendor, .wrong) }
        let low = number(1..<6)
        let high = number(6..<10)
        guard low <= 0xFFFF, high <= 0x1FFF else { throw LabelFault(.passcode, .wrong) }
        discriminator = .short(UInt8(truncatingIfNeeded: (first & 3) << 2 | low >> 14))
        discovery = nil
        guard isLong else {
            vendor = nil
            product = nil
            proof = try Self.proof(passcode: low & 0x3FFF | high << 14)
            return
        }
        guard let vendor = UInt16(exactly: number(10..<15)), let product = UInt16(exactly: number(15..<20)) else {
            throw LabelFault(.vendor, .wrong)
        }
        self.vendor = vendor.orNone
        self.product = product.orNone
        proof = try Self.proof(passcode: low & 0x3FFF | high << 14)
    }

    /// The bytes before optional data.
    private static let size = 11

    /// 5.1.7.1 forbids the passcodes that anybody would try first.
    private static func proof(passcode: Int) throws(LabelFault) -> ProvisioningProof {
        guard (1...99_999_998).contains(passcode), !passcode.isMultiple(of: 11_111_111), passcode != 12_345_678,
            passcode != 87_654_321
        else { throw LabelFault(.passcode, .wrong) }
        let digits = String(passcode)
        return ProvisioningProof(secret: String(repeating: "0", count: 8 - digits.utf8.count) + digits)
    }

    /// Five characters have three bytes, four have two, two have one; the least digit and the least byte come first.
    private static func bytes(base38 text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(5)
            guard let count = [2: 1, 4: 2, 5: 3][chunk.count] else { return nil }
            var value = 0
            for character in chunk.reversed() {
                guard let digit = alphabet.firstIndex(of: character) else { return nil }
                value = value * alphabet.count + digit
            }
            guard value < 1 << (8 * count) else { return nil }
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
            rest = rest.dropFirst(5)
        }
        return bytes
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".utf8)
}

/// Takes numbers from bytes, the least bit first.
private struct LittleBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ width: Int) -> Int {
        var value = 0
        for bit in 0..<width where position + bit < bytes.count * 8 {
            let index = position + bit
            value |= Int(bytes[index / 8] >> (index % 8) & 1) << bit
        }
        position += width
        return value
    }
}

extension UInt16 {
    /// Zero stands for a number that the label leaves out.
    fileprivate var orNone: UInt16? { self == 0 ? nil : self }
}
