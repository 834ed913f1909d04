// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What an accessory that another program adds sends to everybody while it waits for that program. Anybody can send the
/// same.
public enum SetupAdvertisement: Hashable, Sendable {
    /// - Parameters:
    ///   - discriminator: 12 bits.
    ///   - vendor: Nil if the accessory hides it; the same goes for the product.
    case matter(discriminator: UInt16, vendor: UInt16?, product: UInt16?)
    /// - Parameters:
    ///   - category: The kind of accessory: 7 is an outlet.
    ///   - device: The accessory's identifier, which is no address of its radio.
    ///   - setupHash: Four bytes that follow from the label's setup identifier and the device.
    case homeKit(category: UInt16, device: MACAddress, setupHash: [UInt8]?)

    /// Nil for an accessory that waits for no such program.
    public init?(_ advertisement: Advertisement) {
        if let data = advertisement.serviceData[Self.matterService], let matter = Self.matter(data) {
            self = matter
        } else if let data = advertisement.manufacturerData[Self.apple], let homeKit = Self.homeKit(data) {
            self = homeKit
        } else {
            return nil
        }
    }

    /// The opcode 0, the discriminator's 12 bits below the version, vendor, product, flags; the low byte of each comes
    /// first (connectedhomeip, `src/ble/CHIPBleServiceData.h`).
    private static func matter(_ data: [UInt8]) -> SetupAdvertisement? {
        guard data.count == 8, data[0] == 0 else { return nil }
        func number(_ index: Int) -> UInt16 { UInt16(data[index]) | UInt16(data[index + 1]) << 8 }
        let (vendor, product) = (number(3), number(5))
        return .matter(
            discriminator: number(1) & 0xFFF, vendor: vendor == 0 ? nil : vendor, product: product == 0 ? nil : product)
    }

    /// The type 6, the subtype 1 with the length, flags, the device, the category, a state number, a configuration
    /// number, a version, and in newer accessories the setup hash (HomeKit Accessory Protocol, non-commercial R2,
    /// 7.4.2.1.2). The first flag means that no device is paired.
    private static func homeKit(_ data: [UInt8]) -> SetupAdvertisement? {
        guard data.count >= 15, data[0] == 0x06, data[1] >> 5 == 1, data.count >= 2 + Int(data[1] & 0x1F),
            data[2] & 1 == 1, let device = MACAddress(Array(data[3..<9]))
        else { return nil }
        return .homeKit(
            category: UInt16(data[9]) | UInt16(data[10]) << 8, device: device,
            setupHash: data.count >= 19 ? Array(data[15..<19]) : nil)
    }

    private static let matterService = BluetoothUUID(short: 0xFFF6)
    private static let apple: UInt16 = 0x004C

    /// What adds the accessory.
    public var reader: LabelReader {
        switch self {
        case .matter: .matterController
        case .homeKit: .appleDevice
        }
    }

    /// The ecosystem, with a Matter accessory's vendor and product if it shows both, for a table.
    public var kind: String {
        switch self {
        case .matter(_, let vendor?, let product?): "Matter \(vendor.fourDigits):\(product.fourDigits)"
        case .matter: "Matter"
        case .homeKit: "HomeKit"
        }
    }

    /// The same, for a sentence.
    public var title: String {
        switch self {
        case .matter(_, let vendor?, let product?):
            "Matter, vendor \(vendor.fourDigits), product \(product.fourDigits)"
        case .matter: "Matter"
        case .homeKit: "HomeKit"
        }
    }
}

extension UInt16 {
    /// Hexadecimal, as Matter's numbers are written.
    fileprivate var fourDigits: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension Label {
    /// Whether the label can be the one of this accessory. Digits alone show less: Matter's fit each sixteenth
    /// accessory, HomeKit's fit none.
    public func fits(_ advertisement: SetupAdvertisement) -> Bool {
        switch (self, advertisement) {
        case (.matter(let label), .matter(let discriminator, let vendor, let product)):
            func agree(_ one: UInt16?, _ other: UInt16?) -> Bool { one == nil || other == nil || one == other }
            return label.discriminator.matches(discriminator) && agree(label.vendor, vendor)
                && agree(label.product, product)
        case (.homeKit(let label), .homeKit(let category, let device, let setupHash?)):
            guard let identifier = label.setupIdentifier, label.category.map({ UInt16($0) == category }) ?? true else {
                return false
            }
            return HomeKitLabel.setupHash(identifier, of: device) == setupHash
        case (.wifi, _), (.sony, _), (.espressif, _), (.easyConnect, _), (.matter, _), (.homeKit, _): return false
        }
    }
}

extension HomeKitLabel {
    /// The first bytes of a hash of the setup identifier and the device, which is written in capitals. Nil without
    /// libcrypto's SHA-512.
    static func setupHash(_ identifier: String, of device: MACAddress) -> [UInt8]? {
        let text = identifier + device.description.uppercased()
        return (try? Digest.sha512(Array(text.utf8))).map { Array($0.prefix(4)) }
    }
}
