// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

// The keys of an accessory's advertisement, with Core Bluetooth's names and values.

/// The name that it advertises: a `String`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// Its manufacturer data: `Data`. The first two bytes are the company's identifier, the lower one first.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// Its service data: `[CBUUID: Data]`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// The services that it lists: `[CBUUID]`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// The strength with which it sends, a number of dBm. Not known on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// Whether it can be connected. Not known on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// Services for which there was no room. Not known on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// Services that it asks for. Not known on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

extension AdvertisementFields {
    /// The advertisement as a Core Bluetooth dictionary. Values that are not advertised have no key.
    ///
    /// - Parameter company: The maker to prefer if there is manufacturer data of several: the dictionary has room for
    ///   one.
    package func dictionary(preferring company: UInt16?) -> [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [:]
        dictionary[CBAdvertisementDataLocalNameKey] = name
        if !services.isEmpty {
            dictionary[CBAdvertisementDataServiceUUIDsKey] = services.map { CBUUID(shortest: $0) }
        }
        let payloads = serviceData.compactMap { service, text in
            [UInt8](hexadecimal: text).map { (CBUUID(shortest: service), Data($0)) }
        }
        if !payloads.isEmpty {
            dictionary[CBAdvertisementDataServiceDataKey] = Dictionary(payloads) { first, _ in first }
        }
        let makers = manufacturerData.compactMap { maker, text in
            UInt16(maker, radix: 16).flatMap { maker in [UInt8](hexadecimal: text).map { (maker, $0) } }
        }
        let maker = makers.first { $0.0 == company } ?? makers.min { $0.0 < $1.0 }
        if let (maker, bytes) = maker {
            dictionary[CBAdvertisementDataManufacturerDataKey] = Data(
                [UInt8(maker & 0xFF), UInt8(maker >> 8)] + bytes)
        }
        return dictionary
    }
}

extension CBUUID {
    /// In 16 bits if possible, as it goes over the air: apps compare ``uuidString``.
    package convenience init(shortest text: String) {
        let (head, tail) = (text.prefix(4), text.dropFirst(8))
        let isShort = head == "0000" && tail == "-0000-1000-8000-00805F9B34FB"
        self.init(string: isShort ? String(text.dropFirst(4).prefix(4)) : text)
    }
}
