// SPDX-License-Identifier: Apache-2.0

/// An advertisement in its form on the wire: the device's data, and nothing of its identity.
package struct AdvertisementFields: Hashable, Sendable, Codable {
    /// The name seen over the air.
    package var name: String?
    /// UUIDs of services, in their 128-bit form.
    package var services: [String]
    /// Hexadecimal digits, by the service's UUID.
    package var serviceData: [String: String]
    /// Hexadecimal digits, by the company's identifier in four hexadecimal digits.
    package var manufacturerData: [String: String]

    package init(_ advertisement: Advertisement) {
        name = advertisement.name
        services = advertisement.services.map(\.text).sorted()
        serviceData = Dictionary(
            uniqueKeysWithValues: advertisement.serviceData.map { ($0.text, $1.hexadecimal) })
        manufacturerData = Dictionary(
            uniqueKeysWithValues: advertisement.manufacturerData.map { company, bytes in
                ([UInt8(company >> 8), UInt8(company & 0xFF)].hexadecimal, bytes.hexadecimal)
            })
    }
}
