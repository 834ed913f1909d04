// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What a round hears, what it has done, and where each plan stands.
extension PlanRound {
    package enum Event: Sendable, Equatable {
        case start
        /// What is in sight now of what each plan may mean; what is missing, in words, where that can be said; and why
        /// what is there is not taken.
        case sighted(
            [Plan.ID: [Sighting]], isComplete: Bool, missing: [Plan.ID: String] = [:],
            refused: [Plan.ID: AccessoryError] = [:])
        /// No radio can look, or not any more.
        case cannotLook(AccessoryError)
        case due
        /// A radio came, went, or can be used now.
        case radioChanged
        /// What was set up is on the disk; joined, unless there was no network to join.
        case granted(Plan.ID, Accessory.ID, isHeld: Bool)
        /// Nothing was granted, and the earlier network is back.
        case failed(Plan.ID, AccessoryError)
        /// With why it could not be started, or was ended; the status counts no more then.
        case programEnded(Plan.ID, status: Int, failure: String?)
        /// The lease is over and the earlier network back, unless the error says that it is not.
        case left(Plan.ID, AccessoryError?)
        case callerGone
    }

    package enum Effect: Sendable, Equatable {
        case look(for: [Plan.ID])
        case stopLooking
        /// Instead of one that runs already.
        case startTimer(Duration)
        case stopTimer
        /// Sets up this one; where there is none, the one that the plan's rule chooses.
        case setUp(Plan.ID, MACAddress?, attempt: Int)
        /// Has the program run.
        case handOver(Plan.ID, attempt: Int)
        /// The agent itself holds the lease from now on.
        case keep(Plan.ID)
        case leave(Plan.ID)
        case remember(PlanMemory)
        case tell(Plan.ID, Report)
        case finish
    }

    package enum Report: Sendable, Equatable {
        case waiting(retryAfter: Duration?, AccessoryError?)
        case trying(attempt: Int)
        case restoring
        case done
        case kept
        case failed(AccessoryError)
        case skipped
    }

    /// One plan in the round.
    package struct Turn: Sendable, Equatable {
        package enum Stage: Sendable, Equatable {
            /// Until it is found, or tried again.
            case waiting
            case settingUp(MACAddress?)
            case running(since: Duration)
            /// The lease is being left, after which it was good, or failed for this.
            case restoring(AccessoryError?)
            case ended
        }

        package let plan: Plan
        let standing: Entry.Standing
        package internal(set) var memory: PlanMemory
        package internal(set) var stage = Stage.waiting
        var deadline: Duration?
        var notBefore: Duration = .zero
        /// While it is looked for.
        var searchEnds: Duration?
        /// In a row.
        var failures = 0
        var waitsForRadio = false
        /// Why it was not found, in words.
        var missing: String?
        /// Why what was found instead is not taken.
        var refusal: AccessoryError?
        /// Of several that are meant, those that cannot be set up.
        var refused: [MACAddress: AccessoryError] = [:]
        /// Of several that are meant, those that this run has set up.
        var settled: Set<MACAddress> = []
        /// The one that was granted last.
        var current: Current?

        struct Current: Sendable, Equatable {
            /// Where several are meant.
            var target: MACAddress?
            var accessory: Accessory.ID
        }

        init(_ entry: Entry) {
            plan = entry.plan
            standing = entry.standing
            memory = entry.memory
        }

        /// The one that was granted last is set up.
        mutating func count() {
            guard let current else { return }
            if let target = current.target { settled.insert(target) }
            if !memory.accessories.contains(current.accessory) { memory.accessories.append(current.accessory) }
        }

        func isSettled(_ sighting: Sighting) -> Bool {
            settled.contains(sighting.address) || refused[sighting.address] != nil
                || sighting.accessory.map(memory.accessories.contains) == true
        }

        /// All that is in sight is set up, and that is more than nothing.
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
    /// By which plans are ordered.
    package var fileName: String { path.split(separator: "/").last.map { String($0) } ?? path }

    package typealias ID = String
}
