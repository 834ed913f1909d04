// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The machine that hands the network over; nil if the family has no such way.
    ///
    /// - Parameter hotspot: the security of the accessory's hotspot; nil over Bluetooth.
    public func machine(for order: ProvisioningOrder, hotspot: Security?) -> (any FamilyMachine)? {
        guard let hotspot else { return bluetoothMachine(for: order) }
        return switch self {
        case .espressif: EspressifMachine(order)
        case .shelly1: Shelly1Machine(order, hotspot: hotspot)
        case .shelly: ShellyMachine(order, hotspot: hotspot)
        case .esphome: ESPHomeMachine(order, hotspot: hotspot)
        case .wled: WLEDMachine(order, hotspot: hotspot)
        case .tasmota: TasmotaMachine(order, hotspot: hotspot)
        case .theta: ThetaMachine(order, hotspot: hotspot)
        case .improv, .gopro, .easyConnect: nil
        }
    }

    private func bluetoothMachine(for order: ProvisioningOrder) -> (any FamilyMachine)? {
        switch self {
        case .espressif: EspressifMachine(order)
        case .shelly: ShellyMachine(order, hotspot: nil)
        case .improv: ImprovMachine(order)
        case .gopro: GoProMachine(order)
        case .shelly1, .esphome, .wled, .tasmota, .theta, .easyConnect: nil
        }
    }
}
