// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The rules that all families share: one question at a time, one end, and the meaning of an accessory that falls
/// silent.
struct Course<Step: Hashable & Sendable>: Sendable {
    /// A question may fail this often in a row before the accessory counts as silent. A hotspot that changes its channel
    /// drops its stations for a few seconds.
    static var mostFailures: Int { 5 }
    /// Between a failure and the next attempt.
    static var retryPause: Duration { .seconds(2) }

    /// The outcome if the accessory falls silent now.
    private(set) var silence = ProvisioningOutcome.vanished
    private(set) var hasBegun = false
    private(set) var isOver = false
    /// The step that the accessory has yet to answer.
    private(set) var asked: Step?
    /// The step that follows when the wait is over.
    private(set) var delayed: Step?
    private var failures = 0

    /// The accessory may have the network from now on.
    mutating func handOver() { silence = .unknown }
    /// The network was not sent after all.
    mutating func takeBack() { silence = .vanished }
    /// Whatever comes, the accessory is on the network.
    mutating func arrive(address: String? = nil, page: String? = nil) {
        silence = .onNetwork(address: address, page: page)
    }

    /// True at the first call only.
    mutating func begin() -> Bool {
        defer { hasBegun = true }
        return !hasBegun && !isOver
    }

    mutating func ask(_ step: Step, _ effect: ProvisioningEffect) -> [ProvisioningEffect] {
        guard !isOver, asked == nil else { return [] }
        asked = step
        delayed = nil
        return [effect]
    }

    mutating func wait(_ time: Duration, then step: Step) -> [ProvisioningEffect] {
        guard !isOver else { return [] }
        delayed = step
        return [.wait(time)]
    }

    /// The step whose answer came.
    mutating func takeAsked() -> Step? {
        defer { asked = nil }
        return asked
    }

    /// The step whose time came. None comes while a question is open.
    mutating func takeDelayed() -> Step? {
        guard asked == nil else { return nil }
        defer { delayed = nil }
        return delayed
    }

    mutating func succeeded() { failures = 0 }

    /// Asks again later, or ends if that was the last attempt.
    /// - Parameter failure: of this attempt, over HTTP.
    mutating func retry(_ step: Step, after failure: HTTPFailure? = nil) -> [ProvisioningEffect] {
        failures += 1
        guard failures >= Self.mostFailures else { return wait(Self.retryPause, then: step) }
        // Whoever takes a request and does not answer it, or not in HTTP, is there.
        if silence == .vanished, let failure, failure != .notConnected { return finish(.portalNotServed) }
        return giveUp()
    }

    mutating func finish(_ outcome: ProvisioningOutcome) -> [ProvisioningEffect] {
        guard !isOver else { return [] }
        isOver = true
        asked = nil
        delayed = nil
        return [.finish(outcome)]
    }

    /// - Parameter names: what the accessory reports.
    mutating func refuse(
        _ kind: FailureReason.Kind, _ text: String, names: [String]? = nil
    ) -> [ProvisioningEffect] {
        finish(.refusing(kind, text, names: names))
    }

    /// The accessory is silent.
    mutating func giveUp() -> [ProvisioningEffect] { finish(silence) }
}

extension ProvisioningOutcome {
    /// The hand-over would be protected less than it must be; nothing was sent.
    package static func unprotected(_ protection: HandOverProtection) -> Self {
        .refusing(
            .credentialsUnprotected,
            "the network's passphrase would be protected by \(protection.explanation); Cleartext=allow in a plan, or "
                + "--allow-cleartext, allows it")
    }
    /// A family with one sign for two causes cannot blame either one.
    static let notJoined = Self.refusing(
        .notJoined,
        "the accessory could not join: the passphrase is wrong, or the network is out of its range; check both")
    static let locked = Self.refusing(
        .accessoryLocked,
        "the accessory asks for its own password; switch its authentication off, or reset it to factory settings")
    static let notPaired = Self.refusing(.pairingFirst, "the accessory wants to be paired with this machine first")
    /// The family takes text only.
    static let unreadableName = Self.refusing(
        .nameUnreadable,
        "the network's name is no text in UTF-8, and this accessory takes text only; rename the network")
}
