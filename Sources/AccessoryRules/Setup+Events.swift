// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Where a set-up stands, what it hears, and what it has done.
extension Setup {
    package enum State: Sendable, Equatable {
        /// Then: searching, informing, nothingFound, finished.
        case idle
        /// Then: joining, nothingFound, finished.
        case searching
        /// The choice is being joined. Then: retrying, authorizing, naming, granting, finished.
        case joining(Candidate)
        /// The network refused the passphrase, and the person may type another one. Then: joining, finished.
        case retrying(Candidate, AccessoryError)
        /// The app says whether the choice becomes a grant. Then: naming, granting, finished.
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
        case heard(Look)
        /// No radio can look, or not any more.
        case cannotLook(AccessoryError)
        case due
        case select(candidate: String, passphrase: Passphrase?)
        /// The app wants these of the discovered to be shown, as it says.
        case approve([Discovery.Approval])
        /// The app has found what it was looking for, or gives up.
        case finishDiscovery
        case cancel
        /// The asking app is gone.
        case callerGone
        case joined(Link, Accessory, isShared: Bool)
        case joinFailed(AccessoryError)
        case finishAuthorization(Settings)
        case failAuthorization
        /// An answer to the question that stands.
        case retry(Passphrase)
        case named(String, ssid: SSID?)
        case consented
        case declined
        case granted(Accessory, migrated: [Accessory])
        case migrated([Accessory])
        case notGranted(AccessoryError)
    }

    package enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case stopLooking
        case startTimer(Duration)
        case stopTimer
        case present
        case show([Candidate], notShown: Int, isComplete: Bool)
        case ask(Question)
        /// Tells the person alone.
        case tellNothingFound(AccessoryError)
        case join(Candidate, Passphrase?)
        case leave
        case grant(Choice, [Migration])
        case migrate([Migration])
        case emit(AccessoryModel.Event)
        case dismiss(AccessoryError?, finishInApp: Bool = false)
        case settle(Settlement)
    }
}
