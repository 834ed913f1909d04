// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

extension Plan {
    /// What the end of the hand-over means; nil if it is a success.
    package func failure(of outcome: ProvisioningOutcome) -> AccessoryError? {
        guard !outcome.end.isGood else { return nil }
        return AccessoryError(
            outcome.end.isWorthAnotherAttempt ? .activationFailed : .provisioningFailed, "plan \(id): \(outcome.text)")
    }

    /// The most bytes of a caller's reason that are kept.
    package static let longestReason = 1024

    /// What it means that the caller cannot run the plan's program; nil if the plan runs none.
    package func failure(ofObstacle reason: String) -> AccessoryError? {
        failure(ofProgram: 127, String(decoding: reason.utf8.prefix(Self.longestReason), as: UTF8.self))
    }

    /// What the end of the plan's program means; nil if it is a success.
    package func failure(ofProgram status: Int, _ failure: String?) -> AccessoryError? {
        guard let program else { return nil }
        if let failure { return AccessoryError(.activationFailed, "plan \(id): \(program.command[0]): \(failure)") }
        guard !program.successStatus.contains(status) else { return nil }
        if provision != nil, let end = ProvisioningEnd(rawValue: status) {
            return AccessoryError(
                end.isWorthAnotherAttempt ? .activationFailed : .provisioningFailed, "plan \(id): \(end.explanation)")
        }
        let good = program.successStatus.sorted().map { "\($0)" }.joined(separator: ", ")
        return AccessoryError(
            .activationFailed, "plan \(id): \(program.command[0]) ended with status \(status), not \(good)")
    }
}
