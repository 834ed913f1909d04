// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// The states, events and effects of a set-up.
extension Setup {
    package indirect enum State: Sendable, Equatable {
        /// Then: searching, migration, nothingFound, finished.
        case idle
        /// Then: choosing, nothingFound, as after choosing.
        case searching
        /// The app has ended the search, and its cards stay. Then: inputDevice, pairing, transportBridging, as after
        /// transportBridging.
        case choosing
        case chosen(Candidate, Work)
        /// Without an answer the set-up fails with the error, but a suggested name stays.
        case asking(Question, or: AccessoryError)
        /// This failed, and the person may try it again. Then: inputDevice, pairing, locating, joining, finished.
        case halted(Candidate, Work, AccessoryError)
        /// The app decides whether the choice becomes a grant, and names its network if that is unknown. Then:
        /// locating, name, granting, finished.
        case authorizing(Choice)
        /// The record is being written, which nothing takes back: a lease that ends meanwhile reports that itself, and
        /// a caller that goes ends its leases. Then: finished.
        case granting(Choice)
        /// The records of the migrated accessories are being written, which nothing takes back. Then: finished.
        case migrating
        /// The picker shows the person why nothing was found; the app does not know. Then: finished.
        case nothingFound(AccessoryError)
        case finished
    }

    /// What the agent does with the choice.
    package enum Work: Sendable, Equatable {
        /// A question of the pairing may be open. Then: repairing, halted, transportBridging, as after transportBridging.
        case pairing
        /// Bluetooth Classic is brought up beside LE. Then: reading, locating, network, recognizing, joining, passphrase,
        /// finished.
        case transportBridging
        /// The choice hands out its network. Then: locating, network, recognizing, joining, passphrase, finished.
        case reading(HotspotRecipe)
        /// The search for its network, by this SSID if it is known. Then: halted, as after transportBridging.
        case locating(SSID?)
        /// There is no network to join; the registry looks up the accessory. Then: authorizing, name, granting, finished.
        case recognizing
        /// Then: passphrase, security, halted, authorizing, name, granting, finished.
        case joining
    }

    /// A question to the person.
    package indirect enum Question: Sendable, Equatable {
        /// The network needs a passphrase, or refused one. Then: joining, finished.
        case passphrase(Candidate, AccessoryError)
        /// Then: granting, finished.
        case name(Choice)
        /// There is nothing to look for, only accessories to migrate. Then: migrating, finished.
        case migration([Migration])
        /// Whether the choice may be an input device of this machine. Then: pairing, finished.
        case inputDevice(Candidate)
        /// Part of a pairing that goes on.
        case pairing(Candidate, PairingQuestion)
        /// It has lost its half of an earlier bond; whether to make a new one. Then: inputDevice, pairing, finished.
        case repairing(Candidate)
        /// Which of these is its network. Then: joining, passphrase, finished.
        case network(Candidate, [WiFiNetwork])
        /// Whether to accept its network, which has less security than expected, as new. Then: joining, finished.
        case security(Candidate, SecurityChange)
        /// Whether to try again what failed.
        case retry(Candidate, AccessoryError)
    }

    package indirect enum Event: Sendable, Equatable {
        case start
        /// A look over Wi-Fi, on a clock of the set-up's own.
        case heard(Look, at: Duration = .zero)
        /// Sightings over Bluetooth.
        case heardDevices([Advertisement], at: Duration = .zero)
        /// Bluetooth has listened long enough.
        case listened
        /// No radio can look, or not any more.
        case cannotLook(AccessoryError)
        /// No Bluetooth radio can listen, or not now.
        case cannotListen(AccessoryError)
        case due
        /// - Parameter anyAccessPoint: others of its network's name may be meant, too.
        case select(candidate: String, passphrase: Passphrase?, anyAccessPoint: Bool = false)
        /// The app wants the picker to show these discovered candidates.
        case approve([Discovery.Approval])
        /// The app has found what it was looking for, or gives up.
        case finishDiscovery
        case cancel
        /// The picker ended without a person: it has nothing to choose with.
        case ended(AccessoryError)
        /// The asking app is gone.
        case callerGone
        case pairingAsks(PairingQuestion)
        case paired(BluetoothAddress)
        case pairingFailed(BluetoothFailure)
        /// The address is that of its Bluetooth Classic side.
        case transportBridged(MACAddress)
        case transportNotBridged(BluetoothFailure)
        case read([[UInt8]])
        case notRead(BluetoothFailure)
        case recognized(Accessory, isShared: Bool)
        case joined(Link, Accessory, isShared: Bool)
        case joinFailed(AccessoryError)
        case finishAuthorization(Settings)
        case failAuthorization
        /// An answer to the open question.
        case retry(Passphrase)
        case pointedOut(MACAddress)
        case passkey(UInt32)
        case named(String, ssid: SSID?)
        case consented
        case declined
        case granted(Accessory, migrated: [Accessory])
        case migrated([Accessory])
        case notGranted(AccessoryError)
    }

    package indirect enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case listen(ListenRequest)
        /// Stops both radios.
        case stopSearching
        case startTimer(Duration)
        case stopTimer
        case present
        case show([Candidate], notShown: Int, isComplete: Bool)
        case ask(Question)
        /// Shows it to the person, not to the app.
        case showNothingFound(AccessoryError)
        case report(Step)
        /// An earlier bond stays whatever comes.
        case pair(BluetoothAddress, isBonded: Bool, asInput: Bool)
        case answerPairing(PairingAnswer, BluetoothAddress)
        case stopPairing
        /// Removes the bond.
        case forget(MACAddress)
        case bridgeTransport(BluetoothAddress)
        case exchange([GATTStep], BluetoothAddress)
        /// For the log: a failure that does not end the set-up.
        case note(String)
        case recognize(Candidate)
        /// With the security that a person accepted as new in place of the expected one.
        case join(Candidate, Passphrase?, accepting: Security? = nil)
        case leave
        case grant(Choice, [Migration])
        case migrate([Migration])
        case emit(AccessoryModel.Event)
        case dismiss(AccessoryError?, finishInApp: Bool = false)
        case settle(Settlement)
    }
}
