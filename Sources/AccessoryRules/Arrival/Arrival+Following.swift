// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A look that goes on: the accessory moves, goes and returns.
extension Arrival {
    /// What such a look has reported last.
    struct Following: Sendable {
        var reported: ArrivalFinding?
    }

    /// Where the accessory was is asked again after this time, and then a sighting there counts as new.
    package static let followingPeriod = Duration.seconds(60)

    /// - Parameter expected: its `address` is where the accessory was seen last.
    package init(following expected: ExpectedIdentity) {
        self.init(expected, patience: Self.followingPeriod)
        following = Following()
    }

    /// Another address may be the accessory's, so the one where it was must answer again. Until then its last answer
    /// counts: whoever claims many addresses cannot make it disappear.
    mutating func doubt(because address: String) {
        guard let before = following?.reported?.place?.address, before != address else { return }
        candidates[before]?.outdate()
    }

    /// Ends a period. Every address is asked once more.
    mutating func beginAgain() -> [Effect] {
        let effects = report(isDue: true)
        checks = 0
        for address in candidates.keys {
            candidates[address]?.checks = 0
            candidates[address]?.outdate()
        }
        return effects + [.startTimer(patience)] + advance()
    }

    /// Reports a result that is new, and at the end of a period also one that is not. That the accessory is not seen waits
    /// until no answer is awaited.
    mutating func report(isDue: Bool = false) -> [Effect] {
        guard let following else { return [] }
        let (sighting, reported) = (sighting, following.reported)
        let isCertain = sighting?.isConfirmed ?? false
        let isNews = sighting?.place != reported?.place || isCertain != (reported?.isConfirmed ?? false)
        let isSettled = !isResting && !candidates.values.contains(where: \.isAsked)
        guard isDue ? isSettled || sighting?.place != nil : isNews && (isSettled || isCertain && !isDoubted(sighting))
        else { return [] }
        let finding = sighting ?? finding
        self.following?.reported = finding
        return [.report(finding)]
    }

    /// Where it was may still be where it is. A second address is no move as long as one of a kind that comes first may
    /// answer.
    private func isDoubted(_ sighting: ArrivalFinding?) -> Bool {
        guard let before = following?.reported?.place?.address ?? expected.address, let candidate = candidates[before]
        else { return false }
        let comesFirst = sighting.flatMap { kind(of: $0) }.map { candidate.kind < $0 } ?? false
        return candidate.isAsked || candidate.awaitsCheck || comesFirst && candidate.mayAnswerLater
    }
}
