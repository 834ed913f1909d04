// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The errors of set-ups that end without a grant for a reason of their own.
extension Setup {
    static let cancelled = AccessoryError(.userCancelled, "the person cancelled")
    static let gone = AccessoryError(.invalidated, "the app's connection is gone")

    static let unanswered = AccessoryError(
        .discoveryTimeout, "nobody answered within \(questionPatience.inSeconds)", reason: FailureReason(.unanswered))

    /// Nothing was found; without a time, the app itself ended the discovery first.
    func error(within time: Duration?) -> AccessoryError {
        if let refusal = choice.flatMap(discovery.refusal) { return refusal }
        let why = (requiresBridge ? discovery.unbridged : nil) ?? discovery.nothing
        return AccessoryError(
            .discoveryTimeout,
            "\(why) " + (time.map { "within \($0.inSeconds)" } ?? "before the app ended discovery"),
            reason: discovery.reason)
    }

    // MARK: Over Bluetooth

    static func notPaired(_ candidate: Candidate, _ failure: BluetoothFailure) -> AccessoryError {
        let what = "'\(candidate.title)' could not be paired with: \(failure)"
        let kind: FailureReason.Kind
        switch failure.reason {
        case .unavailable: return AccessoryError(.radioUnavailable, what)
        case .refused: kind = .pairingRefused
        case .notAuthenticated: kind = .pairingNotAuthenticated
        case .notReached: kind = .pairingNotReached
        case .timedOut: kind = .pairingTimedOut
        case .staleBond: kind = .bondLost
        case .unsupported: kind = .pairingUnsupported
        case .uninvited, .notConnected, .attribute, .tooSlow: return AccessoryError(.connectionFailed, what)
        }
        return AccessoryError(.connectionFailed, what, reason: FailureReason(kind))
    }

    static func notAdmitted(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(
            .connectionFailed, "'\(candidate.title)' is an input device, and nobody agreed that this machine has it",
            reason: FailureReason(.pairingRefused))
    }

    static func bondStaysLost(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(
            .connectionFailed,
            "'\(candidate.title)' has lost the bond of an earlier pairing, and nobody agreed to a new one",
            reason: FailureReason(.bondLost))
    }

    static func nobodyToAsk(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(
            .connectionFailed,
            "to pair, '\(candidate.title)' needs a person who compares or types digits, and a plan has none")
    }

    static func unreadable(_ candidate: Candidate, _ fault: String) -> AccessoryError {
        AccessoryError(
            .connectionFailed, "'\(candidate.title)' handed out an impossible network: \(fault)",
            reason: FailureReason(.networkUnreadable))
    }

    static func otherNetwork(_ candidate: Candidate, _ ssid: SSID) -> AccessoryError {
        AccessoryError(
            .connectionFailed, "'\(candidate.title)' handed out the SSID '\(ssid)', which the app does not look for",
            reason: FailureReason(.networkNotAllowed, names: [ssid.description]))
    }

    static func passphraseNeeded(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(
            .passphraseMissing, "'\(candidate.title)' needs a passphrase, and none was given",
            reason: FailureReason(.passphraseNeeded))
    }

    static func noNetwork(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(
            .networkNotFound,
            "no network that could belong to '\(candidate.title)' was seen; choose it again when its hotspot is on",
            reason: FailureReason(.noNetwork))
    }

    static func notLocated(_ candidate: Candidate, _ ssid: SSID?) -> AccessoryError {
        let network =
            ssid.map { "'\($0)', the network of '\(candidate.title)'," } ?? "the network of '\(candidate.title)'"
        return AccessoryError(
            .networkNotFound, "\(network) was not seen within \(locatingPatience.inSeconds)",
            reason: FailureReason(.networkNotLocated, names: ssid.map { [$0.description] }))
    }

    static func notPointedOut(_ candidate: Candidate) -> AccessoryError {
        AccessoryError(.userCancelled, "nobody chose the network of '\(candidate.title)'")
    }

    static func tooClose(_ candidate: Candidate, _ networks: [WiFiNetwork]) -> AccessoryError {
        let names = networks.map { "'\($0.ssid?.description ?? "")' (\($0.bssid))" }.joined(separator: ", ")
        return AccessoryError(.networkNotFound, "several networks could belong to '\(candidate.title)': \(names)")
    }

    static func failedByApp(_ choice: Choice) -> AccessoryError {
        AccessoryError(
            .connectionFailed, "the app could not finish setting up '\(choice.accessory.displayName)'",
            reason: FailureReason(.appFailed))
    }

    static func neverConfirmed(_ choice: Choice) -> AccessoryError {
        AccessoryError(
            .connectionFailed,
            "the app did not finish setting up '\(choice.accessory.displayName)' within \(authorizationPatience.inSeconds)",
            reason: FailureReason(.appSilent))
    }
}

extension Duration {
    /// For people: `30 seconds`.
    fileprivate var inSeconds: String { components.seconds == 1 ? "1 second" : "\(components.seconds) seconds" }
}
