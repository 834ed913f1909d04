// SPDX-License-Identifier: Apache-2.0

/// One provisioning of one accessory, by the rules of its family: from the link to the outcome.
///
/// A machine has no clock and no randomness of its own. The one who drives it ends it with
/// ``ProvisioningEvent/linkLost`` when the link goes.
public protocol FamilyMachine: Sendable {
    mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect]
}
