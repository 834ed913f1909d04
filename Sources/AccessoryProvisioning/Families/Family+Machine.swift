// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The machine that hands the network over; nil if the family has no such way.
    ///
    /// - Parameter hotspot: the security of the accessory's hotspot, or of the network on which it is; nil over Bluetooth.
    public func machine(for credentials: ProvisioningCredentials, hotspot: Security?) -> (any FamilyMachine)? {
        guard let hotspot else { return bluetoothMachine(for: credentials) }
        if credentials.move != nil { return networkMachine(for: credentials, link: hotspot) }
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

    private func networkMachine(for credentials: ProvisioningCredentials, link: Security) -> (any FamilyMachine)? {
        switch self {
        case .shelly: ShellyMachine(credentials, hotspot: link)
        case .shelly1: Shelly1Machine(credentials, hotspot: link)
        case .wled: WLEDMachine(credentials, hotspot: link)
        case .tasmota: TasmotaCommands(credentials, link: link)
        case .espressif, .esphome, .improv, .gopro, .theta, .easyConnect: nil
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
