// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// Where a set-up stands, what it hears, and what it has done.
extension Setup {
    package enum State: Sendable, Equatable {
        /// Then: searching, informing, nothingFound, finished.
        case idle
        /// Then: pairing, and from there whatever the choice needs; nothingFound, finished.
        case searching
        /// The choice is being paired with, and a question may stand. Then: repairing, transportBridging, or as that.
        case pairing(Candidate)
        /// It has lost its half of an earlier bond, and the person may let it pair anew. Then: pairing, finished.
        case repairing(Candidate)
        /// Bluetooth Classic is brought up beside LE. Then: reading, locating, identifying, recognizing, joining,
        /// retrying, finished.
        case transportBridging(Candidate)
        /// The choice is asked for its network. Then: as after transportBridging.
        case reading(Candidate, HotspotRecipe)
        /// Its network is looked for, by this name where it is known. Then: identifying, recognizing, joining, retrying,
        /// finished.
        case locating(Candidate, SSID?)
        /// The person is asked which network is its. Then: joining, retrying, finished.
        case identifying(Candidate)
        /// There is no network to join, and the records are asked what accessory it is. Then: authorizing, naming,
        /// granting, finished.
        case recognizing(Candidate)
        /// The choice is being joined. Then: retrying, doubting, authorizing, naming, granting, finished.
        case joining(Candidate)
        /// The network needs a passphrase, or refused one, and the person may type it. Then: joining, finished.
        case retrying(Candidate, AccessoryError)
        /// The network is secured with less than expected, and the person may accept it as new. Then: joining, finished.
        case doubting(Candidate, AccessoryError, SecurityChange)
        /// The app says whether the choice becomes a grant, and which network is its where that is not known. Then:
        /// locating, naming, granting, finished.
        case authorizing(Choice)
        /// The person is asked for a name. Then: granting, finished.
        case naming(Choice)
        /// The record is being written, which nothing takes back: a lease that ends meanwhile says so itself, and a
        /// caller that goes ends its leases. Then: finished.
        case granting(Choice)
        /// There is nothing to look for, only accessories to migrate, and the person is told of them. Then: migrating,
        /// finished.
        case informing
        /// Their records are being written, which nothing takes back. Then: finished.
        case migrating
        /// The person is told why nothing was found; the app is not. Then: finished.
        case nothingFound(AccessoryError)
        case finished
    }

    package enum Event: Sendable, Equatable {
        case start
        /// What Wi-Fi hears, on a clock of the set-up's own.
        case heard(Look, at: Duration = .zero)
        /// What Bluetooth hears.
        case heardDevices([Advertisement], at: Duration = .zero)
        /// Bluetooth was listened to for long enough.
        case listened
        /// No radio can look, or not any more.
        case cannotLook(AccessoryError)
        /// No Bluetooth radio can listen, or not at the moment.
        case cannotListen(AccessoryError)
        case due
        case select(candidate: String, passphrase: Passphrase?)
        /// The app wants these of the discovered to be shown, as it says.
        case approve([Discovery.Approval])
        /// The app has found what it was looking for, or gives up.
        case finishDiscovery
        case cancel
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
        /// An answer to the question that stands.
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

    package enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case listen(ListenRequest)
        /// With both radios.
        case stopSearching
        case startTimer(Duration)
        case stopTimer
        case present
        case show([Candidate], notShown: Int, isComplete: Bool)
        case ask(Question)
        /// Tells the person alone.
        case tellNothingFound(AccessoryError)
        case tell(Step)
        /// A bond that is there already stays whatever comes.
        case pair(BluetoothAddress, isBonded: Bool)
        case answerPairing(PairingAnswer, BluetoothAddress)
        case stopPairing
        /// Takes the bond back.
        case forget(MACAddress)
        case bridgeTransport(BluetoothAddress)
        case exchange([GATTStep], BluetoothAddress)
        /// For the log: what did not work and does not end the set-up.
        case note(String)
        case recognize(Candidate)
        /// With what a person accepted as new in place of what is expected.
        case join(Candidate, Passphrase?, accepting: Security? = nil)
        case leave
        case grant(Choice, [Migration])
        case migrate([Migration])
        case emit(AccessoryModel.Event)
        case dismiss(AccessoryError?, finishInApp: Bool = false)
        case settle(Settlement)
    }
}
