// SPDX-License-Identifier: Apache-2.0

/// The progress of a pairing.
package enum PairingStep: Hashable, Sendable {
    case asks(PairingQuestion)
    /// Paired, with the lasting address: the device's identity address, if it has sent one.
    case paired(BluetoothAddress)
}

/// A question of a pairing to a person (Core Specification, Vol 3 Part H 2.3.5.1).
package enum PairingQuestion: Hashable, Sendable {
    /// Just Works: nothing is compared, so there is no protection from a device in between. The answer is yes or no.
    case consent
    /// Whether the device shows the same six digits.
    case comparison(UInt32)
    /// The person types the six digits that the device shows here.
    case passkey
    /// The person types these six digits on the device. The only answer is no.
    case display(UInt32)
}

package enum PairingAnswer: Hashable, Sendable {
    case yes
    case no
    /// 0 to 999999.
    case passkey(UInt32)
}
