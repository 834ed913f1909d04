// SPDX-License-Identifier: Apache-2.0

/// A HomeKit accessory: `X-HM://` with 9 and 4 characters, or its 8 digits. An Apple device sets it up: the way onto a
/// network needs a chip or a certificate from Apple (HomeKit Accessory Protocol, 4.2). The prefix alone shows that, so
/// characters that are missing or wrong cost what they stand for and nothing else.
public struct HomeKitLabel: Hashable, Sendable {
    /// How the accessory can be reached. Digits do not have it.
    public struct Links: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let nfc = Self(rawValue: 1)
        public static let network = Self(rawValue: 2)
        public static let bluetooth = Self(rawValue: 4)
        /// It takes a network by Apple's wireless configuration.
        public static let configuration = Self(rawValue: 8)
    }

    /// The kind of accessory: 7 is an outlet.
    public let category: UInt8?
    public let links: Links?
    /// Four characters that the accessory's advertisement has in a hash. Some labels have none.
    public let setupIdentifier: String?
    /// The secret is the setup code, with 8 digits. There is none if the label does not show it.
    public let proof: ProvisioningProof

    /// - Parameter payload: the characters after the prefix.
    init(payload: [UInt8]) throws(LabelFault) {
        guard !payload.isEmpty else { throw LabelFault(.payload, .missing) }
        let payload = payload.map(\.capital)
        let identifier = payload.count == 13 ? payload.suffix(4) : []
        let isIdentifier = !identifier.isEmpty && identifier.allSatisfy { $0.base36Value != nil }
        setupIdentifier = isIdentifier ? String(decoding: identifier, as: UTF8.self) : nil
        guard [9, 13].contains(payload.count), let bits = Self.number(base36: payload.prefix(9)), bits >> 43 == 0
        else {
            category = nil
            links = nil
            proof = ProvisioningProof()
            return
        }
        category = UInt8(truncatingIfNeeded: bits >> 31)
        links = Links(rawValue: UInt8(truncatingIfNeeded: bits >> 27 & 0xF))
        let digits = Array(String(bits & 0x7FF_FFFF).utf8)
        let code = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 8 - digits.count)) + digits
        proof = (try? Self.proof(code)) ?? ProvisioningProof()
    }

    /// - Parameter setupCode: 8 decimal digits.
    init(setupCode: [UInt8]) throws(LabelFault) {
        category = nil
        links = nil
        setupIdentifier = nil
        proof = try Self.proof(setupCode)
    }

    private static func proof(_ digits: [UInt8]) throws(LabelFault) -> ProvisioningProof {
        guard digits.count == 8, Set(digits).count > 1, digits != Array("12345678".utf8),
            digits != Array("87654321".utf8)
        else { throw LabelFault(.setupCode, .wrong) }
        return ProvisioningProof(secret: String(decoding: digits, as: UTF8.self))
    }

    private static func number(base36 text: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for character in text {
            guard let digit = character.base36Value else { return nil }
            number = number * 36 + Int(digit)
        }
        return number
    }
}

extension UInt8 {
    fileprivate var base36Value: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A") + 10
        case _: nil
        }
    }
}
