// SPDX-License-Identifier: Apache-2.0

/// What exactly failed, as a code with its names: a picker writes the sentence in the person's language.
package struct FailureReason: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case nothingSeen
        case nothingApproved
        case outOfRange
        case wifiNotSeen
        case bluetoothNotSeen
        /// The app's own picker leaves out what the app has already.
        case onlyOwn
        case unanswered

        case networkManagerAway
        case noWiFi
        case wifiOff
        case wifiBlocked
        case wifiUnmanaged
        case supplicantAway
        case iwd
        case wifiNotReady

        case bluetoothdAway
        case bluetoothLeftOut
        case noBluetooth
        case bluetoothOff
        case bluetoothBlocked
        case noLowEnergy
        case bluetoothRefused

        case pairingNotReached
        case pairingRefused
        case pairingNotAuthenticated
        case pairingTimedOut
        case pairingUnsupported
        case bondLost

        case passphraseNeeded
        case networkUnreadable
        case networkNotAllowed
        case noNetwork
        case networkNotLocated
        case appFailed
        case appSilent

        // Of a new accessory on its way to the home network.
        case accessoryNotSeen
        case familyUnknown
        case otherWay
        case programAway
        case programEnded
        case credentialsNotAllowed
        case credentialsUnprotected
        case noHomeNetwork
        case severalHomeNetworks
        case profileUnknown
        case passphraseNotStored
        case passphraseWithheld
        case homeNetworkNotSeen
        case otherBandsOnly
        case securityUnsuitable
        case securityDiffers
        case rawKey
        case nameUnreadable

        // Of a new accessory that did not take the network.
        /// The passphrase is wrong, or the network is out of range: the accessory has one sign for both.
        case notJoined
        /// It does not report why.
        case joinFailed
        case accessPointRefused
        /// It asks for a password of its own.
        case accessoryLocked
        case pairingFirst
        /// It takes calls from paired machines alone, and is not in its pairing mode.
        case pairedOnly
        /// It does not answer as one of the family or of the protocol that `names` has.
        case wrongFamily
        case notOverBluetooth
        case takesNoneNow
        case handOverUnderWay
        /// It is on a network, or keeps an earlier one.
        case networkKept
        case accessoryBusy
        case termsNeeded
        case internetNeeded
        case firmwareOld
        /// It wants something newer than this agent has.
        case firmwareNew
        case answerGarbled
        case sessionFailed
        case notConfirmed
        /// It took the calls by its label, and answered none.
        case labelUnanswered
        case threadOnly
        case proofUnused
        /// `names` has its number, or its name in the accessory's protocol.
        case accessoryError
        /// `names` has the words of the accessory.
        case ownWords
    }

    package var kind: Kind
    /// SSIDs, in the form of an accessory's; a prefix ends with `…`. Of `onlyOwn` the name on an accessory; of `wrongFamily`,
    /// `accessoryError` and `ownWords` what the kind describes.
    package var names: [String]?
    /// The radio.
    package var interface: String?

    package init(_ kind: Kind, names: [String]? = nil, interface: String? = nil) {
        self.kind = kind
        self.names = names
        self.interface = interface
    }
}

extension AccessoryError {
    package init(_ why: Unavailability, of interface: String? = nil) {
        self.init(
            .radioUnavailable, interface.map { "\($0): \(why.rawValue)" } ?? why.rawValue,
            reason: FailureReason(why.kind, interface: interface))
    }

    package init(_ why: BluetoothUnavailability) {
        self.init(.radioUnavailable, why.rawValue, reason: FailureReason(why.kind))
    }
}

extension Unavailability {
    package var kind: FailureReason.Kind {
        switch self {
        case .backendAway: .networkManagerAway
        case .noRadio: .noWiFi
        case .switchedOff: .wifiOff
        case .hardBlocked: .wifiBlocked
        case .unmanaged: .wifiUnmanaged
        case .noSupplicant: .supplicantAway
        case .iwdBackend: .iwd
        case .accessPoint, .notReady: .wifiNotReady
        }
    }
}

extension BluetoothUnavailability {
    package var kind: FailureReason.Kind {
        switch self {
        case .backendAway: .bluetoothdAway
        case .leftOut: .bluetoothLeftOut
        case .noRadio: .noBluetooth
        case .switchedOff: .bluetoothOff
        case .blocked: .bluetoothBlocked
        case .noLowEnergy: .noLowEnergy
        case .refused: .bluetoothRefused
        }
    }
}
