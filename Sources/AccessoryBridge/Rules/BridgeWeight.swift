// SPDX-License-Identifier: Apache-2.0

/// The weight of an agreement in a rule's fields, from 0 to 1.
public enum BridgeWeight: Hashable, Sendable {
    case fixed(Double)
    /// For values that identify the accessory by themselves: a whole address, or the device's own word.
    case structural(Double)
    /// By the digits in the value: many devices share a model's name, but a name with a number is one device's.
    case byDigits
    /// By the bits of the value, as ``declared(bits:ofWhole:)`` weighs them.
    /// - Parameter ofWhole: the value is the whole of a name or address, not a part of it.
    case byBits(ofWhole: Bool)

    /// Sent by the device itself.
    public static let sent = 1.0
    /// A record of an earlier set-up names the access point.
    public static let recorded = 0.97
    /// A whole address, or all contents of Matter's SSID.
    public static let whole = 0.96
    /// The SSID follows from the device's own data.
    public static let name = 0.9
    /// A whole serial number.
    public static let serial = 0.8
    /// The address that follows from the maker's numbering; never enough alone, because firmware may set another one.
    public static let numbering = 0.65
    /// 24 bits or more, but less than a whole address or serial number.
    public static let long = 0.6
    /// 12 to 23 bits: of a few hundred devices, two often have the same.
    public static let short = 0.3
    /// The same maker or model only.
    public static let kind = 0.15
    /// Both appeared at about the same time.
    public static let time = 0.1

    var isStructural: Bool {
        switch self {
        case .structural: true
        case .fixed, .byDigits, .byBits: false
        }
    }

    /// The weight of a value that agrees; nil if the value is too common to count.
    func value(of agreeing: [UInt8]) -> Double? {
        switch self {
        case .fixed(let weight), .structural(let weight):
            return weight
        case .byDigits:
            return Individuality.bits(of: agreeing) >= Individuality.least ? Self.name : Self.long
        case .byBits(let ofWhole):
            let bits = Individuality.declaredBits(of: agreeing)
            return bits >= Individuality.least ? Self.declared(bits: bits, ofWhole: ofWhole) : nil
        }
    }

    /// The weight of an app's own rule with this many bits.
    static func declared(bits: Double, ofWhole: Bool) -> Double {
        switch bits {
        case ..<24: short
        case ..<32: ofWhole ? serial : long
        case ..<40: ofWhole ? name : long
        case _: name
        }
    }
}
