// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A round's events and effects, and the state of each plan.
extension Provisioning {
    package enum Event: Sendable, Equatable {
        case start
        /// The present sightings of each plan; in words, what is missing, if known; and why the plan refuses a
        /// sighting.
        case sighted(
            [Plan.ID: [Sighting]], isComplete: Bool, missing: [Plan.ID: String] = [:],
            refused: [Plan.ID: AccessoryError] = [:])
        /// No radio can look, or not any more.
        case cannotLook(AccessoryError)
        case due
        /// A radio came, went, or can be used now.
        case radioChanged
        /// The set-up is on the disk; the network is joined, unless there was none.
        case granted(Plan.ID, Accessory.ID, isHeld: Bool)
        /// Nothing was granted, and the uplink is restored.
        case failed(Plan.ID, AccessoryError)
        /// With the reason if it could not start, or was ended; then the status does not count.
        case programEnded(Plan.ID, status: Int, failure: String?)
        /// The program is of no use in the network that was joined.
        case notHandedOver(Plan.ID, AccessoryError)
        /// The lease is over and the uplink restored, unless the error denies that.
        case left(Plan.ID, AccessoryError?)
        /// The accessory of the label has the home network, unless the error denies that.
        case called(Plan.ID, AccessoryError?)
        /// The home network shows the accessory as the plan demands, unless the error denies that.
        case arrived(Plan.ID, AccessoryError?)
        case callerGone
    }

    package enum Effect: Sendable, Equatable {
        case look(for: [Plan.ID])
        case stopLooking
        /// Replaces a timer that runs already.
        case startTimer(Duration)
        case stopTimer
        /// Sets up this one; if nil, the set-up chooses by the plan's rule.
        case setUp(Plan.ID, MACAddress?, attempt: Int)
        /// Hands the network over to the accessory of the label.
        case call(Plan.ID)
        /// Starts the program.
        case handOver(Plan.ID, attempt: Int)
        /// Makes the agent the lease's only holder from now on.
        case keep(Plan.ID)
        case leave(Plan.ID)
        /// Keeps by what the accessory will be found on the home network, where nobody looks for it now.
        case identify(Plan.ID)
        /// Looks for the accessory on the home network.
        case lookForIt(Plan.ID)
        case remember(PlanMemory)
        case report(Plan.ID, Report)
        case finish
    }

    package enum Report: Sendable, Equatable {
        case waiting(retryAfter: Duration?, AccessoryError?)
        case trying(attempt: Int)
        case done
        case kept
        case failed(AccessoryError)
        case skipped
    }

    /// One plan in the round.
    package struct Turn: Sendable, Equatable {
        package enum Stage: Sendable, Equatable {
            /// Until it is found, or its next attempt is due.
            case waiting
            case settingUp(MACAddress?)
            /// The accessory of the label is called, and gets the network.
            case calling
            case running(since: Duration)
            /// The network is gone, and the uplink restored. The program has until then for its status; without one,
            /// this is the failure.
            case ending(AccessoryError, until: Duration)
            /// The lease is ending; after that the set-up was good, or failed for this reason.
            case restoring(AccessoryError?)
            /// The accessory has the network, and the home network has yet to show it.
            case arriving
            case ended
        }

        package let plan: Plan
        let standing: Entry.Standing
        package internal(set) var memory: PlanMemory
        package internal(set) var stage = Stage.waiting
        var deadline: Duration?
        var notBefore: Duration = .zero
        /// Only during a search.
        var searchEnds: Duration?
        /// Failures in a row.
        var failures = 0
        var waitsForRadio = false
        /// Why it was not found, in words.
        var missing: String?
        /// Why the plan refuses a sighting.
        var refusal: AccessoryError?
        /// With `Choose=all`, the ones that cannot be set up.
        var refused: [MACAddress: AccessoryError] = [:]
        /// With `Choose=all`, the ones that this run has set up.
        var settled: Set<MACAddress> = []
        /// The latest grant.
        var current: Current?

        struct Current: Sendable, Equatable {
            /// With `Choose=all`.
            var target: MACAddress?
            var accessory: Accessory.ID
        }

        init(_ entry: Entry) {
            plan = entry.plan
            standing = entry.standing
            memory = entry.memory
        }

        /// Counts the latest grant as set up.
        mutating func count() {
            guard let current else { return }
            if let target = current.target { settled.insert(target) }
            if !memory.accessories.contains(current.accessory) { memory.accessories.append(current.accessory) }
        }

        func isSettled(_ sighting: Sighting) -> Bool {
            settled.contains(sighting.address) || refused[sighting.address] != nil
                || sighting.accessory.map(memory.accessories.contains) == true
        }

        /// Everything in range is set up, and that is more than nothing.
        func hasSetUpAll(_ seen: [Sighting]) -> Bool {
            plan.choice == .all && seen.allSatisfy(isSettled) && !(memory.accessories.isEmpty && refused.isEmpty)
        }

        var notFound: AccessoryError {
            refusal
                ?? AccessoryError(
                    .discoveryTimeout,
                    "plan \(plan.id): \(missing ?? "nothing that it names was seen"); is the accessory on and near?")
        }
    }
}

extension Plan {
    /// Plans run in this order.
    package var fileName: String { path.split(separator: "/").last.map { String($0) } ?? path }

    package typealias ID = String
}
