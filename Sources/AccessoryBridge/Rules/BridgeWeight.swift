// SPDX-License-Identifier: Apache-2.0

/// How much it says when a rule's fields are equal, from 0 to 1.
public enum BridgeWeight: Hashable, Sendable {
    case fixed(Double)
    /// Where what agrees identifies the accessory by itself: a whole address, or what the device itself told.
    case structural(Double)
    /// By the digits in the value that agrees: a name of a model is many devices', a name with a number is one's.
    case byDigits
    /// By the bits that the value has, as ``declared(bits:ofWhole:)`` weighs them.
    /// - Parameter ofWhole: the value makes the whole of a name or address, not a part of it.
    case byBits(ofWhole: Bool)

    /// Told by the device itself.
    public static let told = 1.0
    /// What a record of an earlier set-up says of an access point.
    public static let recorded = 0.97
    /// A whole address, or all that Matter's SSID says.
    public static let whole = 0.96
    /// The SSID follows from what the device says of itself.
    public static let name = 0.9
    /// A whole serial number.
    public static let serial = 0.8
    /// The address that the maker's numbering gives; never enough alone, since firmware may set another one.
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

    /// What it is for a value that agrees; nil when the value says too little to count.
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

    /// What an app's own rule says by so many bits.
    static func declared(bits: Double, ofWhole: Bool) -> Double {
        switch bits {
        case ..<24: short
        case ..<32: ofWhole ? serial : long
        case ..<40: ofWhole ? name : long
        case _: name
        }
    }
}
