// SPDX-License-Identifier: Apache-2.0

/// How long an app waits before it may show a picker again that a person has just cancelled. The wait grows each time,
/// so that no app keeps a person, or another app, from the screen.
package struct PickerPatience: Sendable {
    /// The first pause; each further one is twice as long.
    package static let firstPause = Duration.seconds(1)
    package static let longestPause = Duration.seconds(300)
    /// A call within this last part of a pause waits; an earlier one is refused.
    package static let longestWait = Duration.seconds(4)
    /// After this time without a cancelled picker, an app begins anew.
    package static let memory = Duration.seconds(900)

    /// The key of a wait: an app, of one user.
    private struct Key: Hashable {
        let app: String
        let uid: UInt32?

        init(_ claimant: Claimant) { (app, uid) = (claimant.app, claimant.uid) }
    }

    private struct Refusals {
        var count: Int
        var last: Duration

        /// When the next picker may be shown.
        var end: Duration {
            let doublings = min(count - 1, 16)
            return last + min(PickerPatience.firstPause * (1 << doublings), PickerPatience.longestPause)
        }
    }

    private var refusals: [Key: Refusals] = [:]

    package init() {}

    /// A person cancelled the app's picker.
    package mutating func cancelled(_ claimant: Claimant, at now: Duration) {
        refusals = refusals.filter { $0.value.last + Self.memory > now }
        refusals[Key(claimant), default: Refusals(count: 0, last: now)].count += 1
        refusals[Key(claimant)]?.last = now
    }

    /// A person chose, or answered.
    package mutating func succeeded(_ claimant: Claimant) { refusals[Key(claimant)] = nil }

    /// How long an app still waits, and how often in a row a person has cancelled; nil if it may show its picker.
    package func pause(of claimant: Claimant, at now: Duration) -> (left: Duration, count: Int)? {
        guard let known = refusals[Key(claimant)], known.last + Self.memory > now, known.end > now else { return nil }
        return (known.end - now, known.count)
    }
}
