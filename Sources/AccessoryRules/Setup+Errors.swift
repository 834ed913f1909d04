// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Why a set-up ended without a grant, where the reason is its own.
extension Setup {
    static let cancelled = AccessoryError(.userCancelled, "the person cancelled")
    static let gone = AccessoryError(.invalidated, "the app's connection is gone")

    static let unanswered = AccessoryError(.discoveryTimeout, "nobody answered within \(questionPatience.inSeconds)")

    /// Nothing was found; without a time, before the app itself ended the discovery.
    func error(within time: Duration?) -> AccessoryError {
        AccessoryError(
            .discoveryTimeout,
            "\(discovery.nothing) " + (time.map { "within \($0.inSeconds)" } ?? "before the app ended discovery"))
    }

    static func failedByApp(_ choice: Choice) -> AccessoryError {
        AccessoryError(.connectionFailed, "the app could not finish setting up '\(choice.accessory.displayName)'")
    }

    static func neverConfirmed(_ choice: Choice) -> AccessoryError {
        AccessoryError(
            .connectionFailed,
            "the app did not finish setting up '\(choice.accessory.displayName)' within \(authorizationPatience.inSeconds)"
        )
    }
}

extension Duration {
    /// For people: `30 seconds`.
    fileprivate var inSeconds: String { components.seconds == 1 ? "1 second" : "\(components.seconds) seconds" }
}
