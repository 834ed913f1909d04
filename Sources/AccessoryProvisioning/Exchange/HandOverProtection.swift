// SPDX-License-Identifier: Apache-2.0

/// How the home network's passphrase is protected on the way to the accessory, the weakest first.
public enum HandOverProtection: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Whoever listens can read it.
    case clearText = "clear-text"
    /// The radio link alone is encrypted: the accessory's hotspot, or a bonded link of Bluetooth.
    case link
    /// A session is encrypted up to the accessory, which did not prove itself, or with a proof so short that an impostor can try all.
    case session
    /// A session is encrypted up to the accessory, which proved that it knows the label's secret.
    case proven

    private var rank: Int {
        switch self {
        case .clearText: 0
        case .link: 1
        case .session: 2
        case .proven: 3
        }
    }

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    /// For people, after "protected by".
    package var explanation: String {
        switch self {
        case .clearText: "nothing: whoever listens can read the passphrase"
        case .link: "the encryption of the link to the accessory"
        case .session: "an encrypted session; the accessory did not prove itself, or by a proof that trying finds"
        case .proven: "an encrypted session with an accessory that knows the proof"
        }
    }
}
