// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Draft {
    /// Discriminators have 12 bits, so that some of a large room agree by chance; makers and products are few.
    mutating func matter(like other: (UInt16, UInt16, UInt16)? = nil) -> Thing {
        var thing = Thing(family: .matter)
        let discriminator = other?.0 ?? UInt16(dice.below(4096))
        let vendor = other?.1 ?? dice.one(of: [0xFFF1, 0xFFF2, 0x1349, 0x100B])
        let product = other?.2 ?? dice.one(of: [0x8000, 0x8001, 0x0001])
        // A quarter sends no maker and product over Bluetooth, or no product.
        let sendsVendor = !dice.isLucky(0.25)
        let sendsProduct = sendsVendor && !dice.isLucky(0.15)
        let sentVendor = sendsVendor ? vendor : 0
        let saidProduct = sendsProduct ? product : 0
        var data: [UInt8] = [0x00, UInt8(discriminator & 0xFF)]
        data.append(UInt8(discriminator >> 8) | UInt8(dice.below(2)) << 4)
        data += sentVendor.littleEndianBytes + saidProduct.littleEndianBytes
        data.append(UInt8(dice.below(4)))
        var heard = advertisement(
            from: dice.isLucky(0.5)
                ? randomAddress(0b11) : BluetoothAddress(address([0x18, 0xB4, 0x30]).mac, kind: .public),
            name: dice.isLucky(0.3) ? "MATTER-\(discriminator)" : nil)
        let service = BluetoothUUID(made: "FFF6")
        heard.serviceData[service] = data
        heard.services = [service]
        thing.advertisements = [heard]
        let digits = String(discriminator.upperHex.dropFirst())
        let ssid =
            dice.one(of: ["MATTER", "MATTER", "MATTER", "CHIP"]) + "-\(digits)-\(vendor.upperHex)-\(product.upperHex)"
        thing.networks = [network(dice.isLucky(0.2) ? ssid.lowercased() : ssid, at: address())]
        thing.claims = [.matter(discriminator: discriminator, vendor: sentVendor, product: saidProduct)]
        return thing
    }
}
