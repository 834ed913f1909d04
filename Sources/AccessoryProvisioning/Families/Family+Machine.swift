// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The machine that hands the network over in the accessory's hotspot; nil if the family has no such way.
    ///
    /// - Parameter hotspot: the security of the hotspot.
    public func machine(for order: ProvisioningOrder, hotspot: Security) -> (any FamilyMachine)? {
        switch self {
        case .espressif: EspressifMachine(order)
        case .shelly1: Shelly1Machine(order, hotspot: hotspot)
        case .shelly: ShellyMachine(order, hotspot: hotspot)
        case .esphome: ESPHomeMachine(order, hotspot: hotspot)
        case .wled: WLEDMachine(order, hotspot: hotspot)
        case .tasmota: TasmotaMachine(order, hotspot: hotspot)
        case .theta: ThetaMachine(order, hotspot: hotspot)
        case .improv, .gopro: nil
        }
    }
}
