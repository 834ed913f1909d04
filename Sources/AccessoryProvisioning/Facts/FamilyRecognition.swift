// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Which family an accessory is of, by what it sends to everybody. Anybody can send the same, so a machine checks it
/// again before it hands anything over.
public struct FamilyRecognition: Hashable, Sendable {
    public enum Certainty: Int, Hashable, Sendable, Comparable {
        /// The name is one that the family's devices often have.
        case likely
        /// The identifier is the family's own.
        case certain

        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// What an accessory says of its own state.
    public enum Readiness: Hashable, Sendable {
        /// It takes a network, or does not say whether it does.
        case new
        /// Somebody is handing a network over to it.
        case busy
        case onNetwork
        /// It takes no network at the moment.
        case stopped
    }

    public var family: Family
    public var certainty: Certainty
    public var readiness: Readiness
    /// The accessory reports that it can show which one it is, by its lamp or a sound.
    public var canIdentify = false

    package init(_ family: Family, _ certainty: Certainty, _ readiness: Readiness = .new) {
        self.family = family
        self.certainty = certainty
        self.readiness = readiness
    }
}

extension Family {
    /// Recognises an accessory by its hotspot, its advertisement, or both. The more certain one decides, and the
    /// advertisement if both are equal.
    public static func recognise(
        hotspot: SSID? = nil, security: Security = .open, advertisement: Advertisement? = nil
    ) -> FamilyRecognition? {
        let heard = advertisement.flatMap { recognise($0) }
        let named = hotspot.flatMap { recognise($0, security) }
        guard let heard, let named else { return heard ?? named }
        return named.certainty > heard.certainty ? named : heard
    }

    private static func recognise(_ ssid: SSID, _ security: Security) -> FamilyRecognition? {
        guard let text = String(validating: ssid.bytes, as: UTF8.self) else { return nil }
        let name = HotspotName(text)
        return name.shelly ?? name.espressif ?? name.wled(security) ?? name.tasmota ?? name.camera ?? name.esphome
    }

    private static func recognise(_ advertisement: Advertisement) -> FamilyRecognition? {
        if let improv = improv(advertisement) { return improv }
        if allowsShellysCalls(advertisement) { return FamilyRecognition(.shelly, .certain) }
        if advertisement.names(espressifDefault) || advertisement.names(espressifExample) {
            return FamilyRecognition(.espressif, .certain)
        }
        if advertisement.names(BluetoothUUID(short: 0xFEA6)) || advertisement.manufacturerData[0x02F2] != nil {
            return FamilyRecognition(.gopro, .certain)
        }
        let name = HotspotName(advertisement.name ?? "")
        if let shelly = name.shelly, shelly.family == .shelly { return FamilyRecognition(.shelly, .likely) }
        return name.espressif.map { FamilyRecognition($0.family, .likely) }
    }

    /// The state, capabilities, four zeros (improv-wifi.com, "Improv via BLE"). ESPHome goes on advertising with the state
    /// 4 on its network, and with 0 while Improv is off. Nil for another device.
    private static func improv(_ advertisement: Advertisement) -> FamilyRecognition? {
        let data = advertisement.serviceData[BluetoothUUID(short: 0x4677)] ?? []
        if !advertisement.services.contains(ImprovAttributes.service) {
            guard data.count == 6, (1...4).contains(data[0]), data.dropFirst(2).allSatisfy({ $0 == 0 }) else {
                return nil
            }
        }
        let readiness: FamilyRecognition.Readiness =
            switch data.first {
            case 0?: .stopped
            case 3?: .busy
            case 4?: .onNetwork
            case _: .new
            }
        var recognition = FamilyRecognition(.improv, .certain, readiness)
        recognition.canIdentify = data.count > 1 && data[1] & 0x01 != 0
        return recognition
    }

    /// The maker's data begins with flags, and bit 2 says that the device takes calls. Its sensors and buttons, which
    /// have no Wi-Fi, have the same maker's identifier without that bit (aioshelly, `ble/manufacturer_data.py`).
    private static func allowsShellysCalls(_ advertisement: Advertisement) -> Bool {
        guard let data = advertisement.manufacturerData[0x0BA9], data.count >= 3 else { return false }
        return data[0] == 0x01 && data[1] & 0x04 != 0
    }

    /// The service of the component itself, and that of its example (esp-idf, `scheme_ble.c`).
    private static let espressifDefault = BluetoothUUID(0x1775_244D_6B43_439B, 0x877C_060F_2D9B_ED07)
    private static let espressifExample = BluetoothUUID(0x021A_9004_0382_4AEA, 0xBFF4_6B3F_1C5A_DFB4)
}

extension Advertisement {
    fileprivate func names(_ service: BluetoothUUID) -> Bool {
        services.contains(service) || serviceData[service] != nil
    }
}
