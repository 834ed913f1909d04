// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// The accessory is on a network already, and gets another one there. It goes away with that, and the other network alone
/// shows whether it arrived.
public struct ProvisioningMove: Hashable, Sendable, Codable {
    /// The network on which it is, and which it keeps as its second one. Nil if its passphrase is not known.
    public var wayBack: UplinkCredentials?

    public init(wayBack: UplinkCredentials?) { self.wayBack = wayBack }
}
