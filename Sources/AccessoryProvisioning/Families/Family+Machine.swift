// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The machine that hands the network over; nil if the family has no such way.
    ///
    /// - Parameter hotspot: the security of the accessory's hotspot; nil over Bluetooth.
    public func machine(for credentials: ProvisioningCredentials, hotspot: Security?) -> (any FamilyMachine)? {
        guard let hotspot else { return bluetoothMachine(for: credentials) }
        return switch self {
        case .espressif: EspressifMachine(credentials)
        case .shelly1: Shelly1Machine(credentials, hotspot: hotspot)
        case .shelly: ShellyMachine(credentials, hotspot: hotspot)
        case .esphome: ESPHomeMachine(credentials, hotspot: hotspot)
        case .wled: WLEDMachine(credentials, hotspot: hotspot)
        case .tasmota: TasmotaMachine(credentials, hotspot: hotspot)
        case .theta: ThetaMachine(credentials, hotspot: hotspot)
        case .improv, .gopro, .easyConnect: nil
        }
    }

    private func bluetoothMachine(for credentials: ProvisioningCredentials) -> (any FamilyMachine)? {
        switch self {
        case .espressif: EspressifMachine(credentials)
        case .shelly: ShellyMachine(credentials, hotspot: nil)
        case .improv: ImprovMachine(credentials)
        case .gopro: GoProMachine(credentials)
        case .shelly1, .esphome, .wled, .tasmota, .theta, .easyConnect: nil
        }
    }
}
