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
    }

    package var kind: Kind
    /// SSIDs, in the form of an accessory's; a prefix ends with `…`. Of `onlyOwn` the name on an accessory.
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
        case .notReady: .wifiNotReady
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
