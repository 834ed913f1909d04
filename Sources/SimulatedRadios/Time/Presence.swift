// SPDX-License-Identifier: Apache-2.0

/// The time that something is on the air.
struct Presence: Sendable, Equatable {
    /// What its times count from.
    enum Beginning: String, CaseIterable {
        case start, look
    }

    var appears: Duration = .zero
    var goes: Duration?
    /// The time of its return after that; nil: never.
    var returns: Duration?
    /// Whether its times count from the first look around, which has not begun yet.
    var awaitsLook = false

    func isOnAir(at now: Duration) -> Bool {
        guard !awaitsLook else { return appears == .zero }
        guard let goes else { return appears <= now }
        return appears <= now && now < goes || returns.map { $0 <= now } == true
    }

    /// The time when it goes, from a moment at which it is present.
    func end(after now: Duration) -> Duration? { goes.flatMap { now < $0 ? $0 : nil } }

    /// Somebody looks around.
    mutating func begin(at now: Duration) {
        guard awaitsLook else { return }
        awaitsLook = false
        if appears > .zero { appears += now }
        goes = goes.map { $0 + now }
        returns = returns.map { $0 + now }
    }

    /// Takes it off the air for good.
    mutating func vanish(at time: Duration) {
        goes = goes.map { min($0, time) } ?? time
        returns = nil
    }
}
