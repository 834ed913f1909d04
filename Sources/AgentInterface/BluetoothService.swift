// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BluetoothService {
    package init(_ service: GATTService) {
        self.init(
            handle: Int(service.handle), uuid: service.uuid.text, isPrimary: service.isPrimary,
            includes: service.includes.map { Int($0) },
            characteristics: service.characteristics.map { characteristic in
                BluetoothCharacteristic(
                    handle: Int(characteristic.handle), uuid: characteristic.uuid.text,
                    properties: GATTCharacteristic.Property.allCases.filter(characteristic.properties.contains)
                        .compactMap { BluetoothCharacteristic.Property(rawValue: $0.rawValue) },
                    descriptors: characteristic.descriptors.map {
                        BluetoothCharacteristic.Descriptor(handle: Int($0.handle), uuid: $0.uuid.text)
                    })
            })
    }
}
