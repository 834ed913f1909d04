// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// A trait that a rule needs of a Bluetooth device, and the fields that it yields.
public enum DeviceTrait: Hashable, Sendable {
    /// It names this service, in its list or by data.
    case service(BluetoothUUID)
    case name(BridgeTemplate)
    case manufacturerData(UInt16, [BridgeBytes])
    case serviceData(BluetoothUUID, [BridgeBytes])
    /// Only if the address is public, or the identity of a device with a bond: a random one is no evidence.
    case address(BridgeAddress)
    /// The SSID that the device itself sent over GATT, as this field.
    case sentSSID(String)
    /// The access point of an earlier set-up, as an address.
    case rememberedBSSID(String)
    /// The SSID of an earlier set-up, if its record has the access point too, or if not.
    case rememberedSSID(String, withAccessPoint: Bool)
    /// It appeared within this time of the network. Devices that were there when the listening began have not appeared.
    case appearance(within: Duration)

    var fields: [String] {
        switch self {
        case .service, .appearance: []
        case .name(let template): template.fields
        case .manufacturerData(_, let bytes), .serviceData(_, let bytes): bytes.flatMap(\.fields)
        case .address(let address): [address.field]
        case .sentSSID(let field), .rememberedBSSID(let field), .rememberedSSID(let field, _): [field]
        }
    }

    /// Every reading of the trait; empty if the device does not have it.
    func captures(of device: KnownDevice) -> [Captures] {
        let advertisement = device.advertisement
        switch self {
        case .service(let uuid):
            return advertisement.names(uuid) ? [Captures()] : []
        case .name(let template):
            guard let name = advertisement.name, let captures = template.captures(in: Array(name.utf8)) else {
                return []
            }
            return [captures]
        case .manufacturerData(let company, let bytes):
            guard let data = advertisement.manufacturerData[company] else { return [] }
            return Captures.all(bytes) { $0.captures(in: data) }
        case .serviceData(let uuid, let bytes):
            guard let data = advertisement.serviceData[uuid] else { return [] }
            return Captures.all(bytes) { $0.captures(in: data) }
        case .address(let address):
            // No part of a random address is a maker's.
            let hasMaker = advertisement.address.kind != .staticRandom
            guard advertisement.mayBeCalculatedWith, hasMaker || address.makers.isEmpty else { return [] }
            return address.captures(of: advertisement.address.address)
        case .sentSSID(let field):
            return device.sentSSID.map { [Captures([field: $0.bytes])] } ?? []
        case .rememberedBSSID(let field):
            guard advertisement.hasIdentity, let bssid = device.record?.bssid else { return [] }
            return BridgeAddress(field).captures(of: bssid)
        case .rememberedSSID(let field, let withAccessPoint):
            guard advertisement.hasIdentity, let record = device.record, let ssid = record.ssid,
                (record.bssid != nil) == withAccessPoint
            else { return [] }
            return [Captures([field: ssid.bytes])]
        case .appearance:
            return []
        }
    }
}

extension Advertisement {
    /// In its list, or by data.
    func names(_ service: BluetoothUUID) -> Bool { services.contains(service) || serviceData[service] != nil }

    /// The maker gave the address, or the device itself sent it to this machine under a bond.
    var mayBeCalculatedWith: Bool { address.kind == .public || isBonded }

    /// The device will have this address the next time too.
    var hasIdentity: Bool { address.isLasting || isBonded }
}
