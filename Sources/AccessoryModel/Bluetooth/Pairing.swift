// SPDX-License-Identifier: Apache-2.0

/// How far a pairing is.
public enum PairingStep: Hashable, Sendable {
    case asks(PairingQuestion)
    /// By the address that stays the device's: its identity address, where it has told one.
    case paired(BluetoothAddress)
}

/// What a pairing asks a person (Core Specification, Vol 3 Part H 2.3.5.1).
public enum PairingQuestion: Hashable, Sendable {
    /// Just Works: nothing is compared, so nothing protects from who sits in between. Answered with yes or no.
    case consent
    /// Whether the device shows the same six digits.
    case comparison(UInt32)
    /// The six digits that the device shows are to be typed here.
    case passkey
    /// These six digits are to be typed on the device. Nothing is to be answered but no.
    case display(UInt32)
}

public enum PairingAnswer: Hashable, Sendable {
    case yes
    case no
    /// 0 to 999999.
    case passkey(UInt32)
}
