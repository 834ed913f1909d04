// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import AgentInterface
import LabelReading

/// An accessory in range that another program adds, as the page shows it.
struct OtherItem: Encodable, Hashable, Sendable {
    let accessory: OtherAccessory

    private enum CodingKeys: CodingKey {
        case id, name, ecosystem, vendor, product
    }

    func fits(_ label: Label) -> Bool { accessory.fits(label) }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode("\(accessory.bluetoothAddress)", forKey: .id)
        try fields.encode(accessory.name, forKey: .name)
        try fields.encode(accessory.ecosystem, forKey: .ecosystem)
        try fields.encodeIfPresent(accessory.vendor.map(Self.digits), forKey: .vendor)
        try fields.encodeIfPresent(accessory.product.map(Self.digits), forKey: .product)
    }

    /// Four hexadecimal digits, as Matter's vendors and products are written.
    private static func digits(_ number: Int) -> String {
        let digits = String(UInt16(truncatingIfNeeded: number), radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
