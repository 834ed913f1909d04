// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A round's events and effects.
extension PlanRound {
    package indirect enum Event: Sendable, Equatable {
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
        /// What became of the attempt of the plan that has the radio.
        case of(Plan.ID, PlanTurn.Event)
        case callerGone
    }

    package indirect enum Effect: Sendable, Equatable {
        case look(for: [Plan.ID])
        case stopLooking
        /// Replaces a timer that runs already.
        case startTimer(Duration)
        case stopTimer
        /// Sets up this one; if nil, the set-up chooses by the plan's rule.
        case setUp(Plan.ID, MACAddress?, attempt: Int)
        /// Hands the home network over, in the hotspot that the set-up has joined or to the accessory of the label; looks for
        /// the accessory at home as the plan demands.
        case walk(Plan.ID, attempt: Int)
        /// Starts the program.
        case runProgram(Plan.ID, attempt: Int)
        /// Makes the agent the lease's only holder from now on.
        case keep(Plan.ID)
        case leave(Plan.ID)
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
}

extension Plan {
    /// Plans run in this order.
    package var fileName: String { path.split(separator: "/").last.map { String($0) } ?? path }

    package typealias ID = String
}
