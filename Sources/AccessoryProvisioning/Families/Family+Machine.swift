// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The machine that puts one accessory of this family on a network.
    ///
    /// - Parameter hotspot: the security of the accessory's hotspot; nil over Bluetooth.
    public func machine(for order: ProvisioningOrder, hotspot: Security?) -> any FamilyMachine {
        switch self {
        case .shelly: ShellyMachine(order, hotspot: hotspot)
        case _: ImprovMachine(order)
        }
    }
}
