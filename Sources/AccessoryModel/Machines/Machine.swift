// SPDX-License-Identifier: Apache-2.0

/// A decision in steps: each event is answered with the effects that somebody else performs. An event that comes late,
/// twice, or for a state that is over has no effect.
package protocol Machine: TimedMachine {
    associatedtype Event
    associatedtype Effect

    mutating func receive(_ event: Event) -> [Effect]
}

/// A machine whose decisions depend on the time.
package protocol TimedMachine: SendableMetatype {
    associatedtype Event: Sendable
    associatedtype Effect

    /// - Parameter now: on a clock of the run's own.
    mutating func receive(_ event: Event, at now: Duration) -> [Effect]
}

extension Machine {
    package mutating func receive(_ event: Event, at now: Duration) -> [Effect] { receive(event) }
}
