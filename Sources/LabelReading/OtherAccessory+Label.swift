// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
package import AccessoryProvisioning
package import AgentInterface

extension SetupAdvertisement {
    /// Nil if the agent reported numbers that no advertisement has.
    package init?(_ other: OtherAccessory) {
        switch other.ecosystem {
        case .matter:
            guard let discriminator = other.discriminator.flatMap({ UInt16(exactly: $0) }) else { return nil }
            self = .matter(
                discriminator: discriminator, vendor: other.vendor.flatMap { UInt16(exactly: $0) },
                product: other.product.flatMap { UInt16(exactly: $0) })
        case .homeKit:
            guard let category = other.category.flatMap({ UInt16(exactly: $0) }), let device = other.device else {
                return nil
            }
            self = .homeKit(
                category: category, device: device, setupHash: other.setupHash.flatMap { [UInt8](hexadecimal: $0) })
        }
    }
}

extension OtherAccessory {
    /// Whether the label can be the one of this accessory.
    package func fits(_ label: Label) -> Bool { SetupAdvertisement(self).map { label.fits($0) } ?? false }

    /// Its ecosystem, with vendor and product, for a table.
    package var kind: String { SetupAdvertisement(self)?.kind ?? ecosystem.rawValue }

    /// The same, for a sentence.
    package var title: String { SetupAdvertisement(self)?.title ?? ecosystem.rawValue }
}
