// SPDX-License-Identifier: Apache-2.0

/// The last check before the home network's passphrase is sent. Whoever performs a family's machine asks it at each step.
package struct HandOverGate: Hashable, Sendable {
    /// The weakest protection with which the network may be handed over.
    private let least: HandOverProtection
    package private(set) var isHandedOver = false

    package init(least: HandOverProtection) { self.least = least }

    /// The end in the place of a step that must not be; nil if it may.
    package mutating func pass(_ step: ProvisioningStep) -> ProvisioningOutcome? {
        guard case .handingOver(let protection) = step else { return nil }
        guard protection >= least else { return .unprotected(protection) }
        isHandedOver = true
        return nil
    }

    /// The end if the accessory is silent: once it has the network, only the home network can show whether it joined.
    package var outcomeOfSilence: ProvisioningOutcome { isHandedOver ? .unknown : .vanished }
}
