// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What a lease receives, does and reports.
extension Lease {
    package enum Outcome: Sendable, Equatable {
        /// Nil if the holder left by itself.
        case left(JoinFailure?)
        /// The uplink is not restored; the journal keeps it for the next lease of this radio, or for the next start.
        case stranded(JoinFailure)
    }

    package indirect enum Event: Sendable, Equatable {
        case start
        case heard(Look)
        case lookFailed(Unavailability)
        /// The interface of the second station.
        case stationAdded(String)
        /// Nothing was made, for this reason.
        case noStation(String)
        case protected(Protection)
        case journalled
        /// The uplink could not be recorded or journalled.
        case unprotected(JoinFailure)
        case step(JoinStep)
        /// The answer to `fence`.
        case fenced(FenceStanding)
        /// Whoever keeps the fence is gone, and the fence with it.
        case fenceLost
        /// The attempt failed, or the link is gone.
        case ended(JoinFailure)
        /// The holder leaves, or must leave for this reason.
        case leave(JoinFailure?)
        case restored
        case notRestored(JoinFailure)
        /// The radio is usable again, or has a network.
        case mayReturn
        /// Whether the radio is on its own network; for a second station.
        case uplink(isUp: Bool)
        /// An owed uplink makes room for another lease, or the agent ends.
        case yield
        case released
        case due(Timer)
    }

    package indirect enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case stopLooking
        case addStation(beside: String)
        case removeStation(String)
        case protect(interface: String)
        case journal(Protection)
        case join(JoinRequest)
        case stopJoining
        /// Fences the interface, or renews its fence.
        ///
        /// - Parameter isEarly: whether NetworkManager is not to be asked: it need not have joined the accessory yet.
        case fence(interface: String, isEarly: Bool)
        /// Ends the fence once the accessory is left, before another network is on the interface.
        case openFence(Protection)
        case extend(Protection)
        case restore(Protection)
        case release(Protection)
        /// Takes the uplink off the journal.
        case forget(Protection)
        case start(Timer, Duration)
        case stop(Timer)
        case report(Report)
    }

    package enum Timer: Sendable, Hashable, CaseIterable {
        case search
        case join
        case heartbeat
        case fence
        case retry
        case uplink
    }

    /// The news for the holder.
    package enum Report: Sendable, Equatable {
        case scanning
        /// The uplink stays: the accessory is joined by this station.
        case beside(String)
        /// The uplink is cut for this reason.
        case cuts(SecondStation.Obstacle)
        case step(JoinStep, WiFiNetwork)
        case fenced(FenceStanding)
        /// With the uplink that is restored next; nil if nothing was cut, or another program has the radio.
        case left(JoinFailure?, restoring: Uplink?)
        /// An attempt to restore the uplink failed; another one follows.
        case restoring(Uplink, JoinFailure)
        /// The holder waits no longer. The agent itself keeps trying until the uplink is restored.
        case owed(JoinFailure)
        case restored(Uplink)
        case finished(Outcome)
    }
}
