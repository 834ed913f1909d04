// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The ingredients and results of a set-up.
extension Setup {
    /// The steps between the choice and the grant.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The picker asks the person for the accessory's name.
        package static let rename = Options(rawValue: 1 << 0)
        /// The app decides whether the choice becomes a grant.
        package static let confirmAuthorization = Options(rawValue: 1 << 1)
        /// The person goes on in the app.
        package static let finishInApp = Options(rawValue: 1 << 2)
    }

    /// A checked item of an app.
    package struct Item: Sendable, Equatable {
        package var name: String
        package var image: String?
        package var descriptor: Descriptor
        package var passphrase: Passphrase?
        package var options: Options
        /// The app gives the accessory's network the name that the person gives the accessory.
        package var renamesNetwork: Bool
        /// The manifest's restriction of Bluetooth names: the received name must contain one of these, whatever the
        /// descriptor asks for. If empty, every name will do, and none.
        package var bluetoothNames: Set<String>
        /// The descriptor names one radio, and another such item names the other: a device and the network that
        /// correlates with it are one accessory of both.
        package var mayBeHalf: Bool
        /// The picker shows accessories that the app has already, too.
        package var showsOwn: Bool

        package init(
            name: String, image: String? = nil, descriptor: Descriptor, passphrase: Passphrase? = nil,
            options: Options = [], renamesNetwork: Bool = false, bluetoothNames: Set<String> = [],
            mayBeHalf: Bool = false, showsOwn: Bool = false
        ) {
            self.name = name
            self.image = image
            self.descriptor = descriptor
            self.passphrase = passphrase
            self.options = options
            self.renamesNetwork = renamesNetwork
            self.bluetoothNames = bluetoothNames
            self.mayBeHalf = mayBeHalf
            self.showsOwn = showsOwn
        }

        /// An item for the accessory of which this one names the Bluetooth half, and the other one the network. Nil if
        /// they are no halves.
        func joined(to other: Item) -> Item? {
            guard mayBeHalf, other.mayBeHalf, descriptor.wifi == nil, other.descriptor.bluetooth == nil,
                let both = try? Descriptor(
                    ssid: other.descriptor.ssid, ssidPrefix: other.descriptor.ssidPrefix,
                    bluetooth: descriptor.bluetooth, supportedOptions: descriptor.supportedOptions)
            else { return nil }
            var item = self
            item.descriptor = both
            return item
        }

        /// Whether this device matches the descriptor's Bluetooth half, and the manifest allows it.
        func matches(_ device: Advertisement, _ names: NameMatches) -> Bool {
            guard let rule = descriptor.bluetooth, rule.matches(device, names) else { return false }
            guard !bluetoothNames.isEmpty else { return true }
            let received = Array((device.name ?? "").utf8)
            return bluetoothNames.contains { received.contains(Array($0.utf8)) }
        }
    }

    /// A checked accessory that the app set up by other means before.
    package struct Migration: Sendable, Equatable {
        package var name: String
        package var image: String?
        package var ssid: SSID?
        package var bluetoothAddress: MACAddress?

        package init(name: String, image: String? = nil, ssid: SSID?, bluetoothAddress: MACAddress?) {
            self.name = name
            self.image = image
            self.ssid = ssid
            self.bluetoothAddress = bluetoothAddress
        }
    }

    /// The facts that the app found out before it confirmed an accessory.
    package struct Settings: Sendable, Equatable {
        package var ssid: SSID?
        package var bridging: MACAddress?

        package init(ssid: SSID? = nil, bridging: MACAddress? = nil) {
            self.ssid = ssid
            self.bridging = bridging
        }
    }

    /// The chosen and joined accessory, as it will be granted.
    package struct Choice: Sendable, Equatable {
        package var candidate: Candidate
        /// Nil if there was no network to join.
        package var link: Link?
        package var passphrase: Passphrase?
        package var accessory: Accessory
        /// Other apps have it, so its name and picture stay.
        package var isShared: Bool
        /// The app has named another network than the joined one.
        package var isElsewhere = false
        /// A person accepted that its network has less security than before.
        package var isAcceptedAsNew = false

        /// Its descriptor names a network, and nobody knows which one that is.
        var isIncomplete: Bool { candidate.item.descriptor.wifi != nil && link == nil }
    }

    /// The steps before the join, for people.
    package enum Step: Sendable, Equatable, CaseIterable {
        case pairing
        case transportBridging
        case readingNetwork
        case locatingNetwork
    }

    package enum Settlement: Sendable, Equatable {
        case added(Accessory, Link?, migrated: [Accessory])
        case migrated([Accessory])
        case failed(AccessoryError)
    }
}
