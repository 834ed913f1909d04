// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux

extension RadioConcurrency {
    /// That of an interface's radio at this moment; nil if the kernel reports none.
    init?(interface: String) {
        guard let radio = Netlink.answer(LINUX_RADIO, of: interface),
            let interfaces = Netlink.answer(LINUX_INTERFACES, of: interface)
        else { return nil }
        self.init(radio: radio, interfaces: interfaces)
    }

    /// Reads the kernel's answers to NL80211_CMD_GET_WIPHY and NL80211_CMD_GET_INTERFACE; nil without an interface.
    init?(radio: [UInt8], interfaces: [UInt8]) {
        let combinations = Netlink.messages(radio[...]).flatMap(\.attributes)
            .filter { $0.type == Attribute.combinations }.flatMap(\.inner).compactMap { combination in
                InterfaceCombination(combination.inner)
            }
        let found = Netlink.messages(interfaces[...]).compactMap { message -> Interface? in
            let attributes = message.attributes
            guard let type = attributes.number(of: Attribute.type) else { return nil }
            return Interface(InterfaceType(rawValue: type), at: attributes.number(of: Attribute.frequency))
        }
        guard !found.isEmpty else { return nil }
        self.init(combinations: combinations, interfaces: found)
    }

    /// Of linux/nl80211.h: NL80211_ATTR_IFTYPE, _WIPHY_FREQ and _INTERFACE_COMBINATIONS.
    private enum Attribute {
        static let type = 5
        static let frequency = 38
        static let combinations = 120
    }
}

extension InterfaceCombination {
    /// Nil if a number is missing.
    fileprivate init?(_ attributes: [Netlink.Attribute]) {
        guard let most = attributes.number(of: Attribute.most), let channels = attributes.number(of: Attribute.channels)
        else { return nil }
        let limits = attributes.filter { $0.type == Attribute.limits }.flatMap(\.inner)
            .compactMap { Limit($0.inner) }
        self.init(limits: limits, most: most, channels: channels)
    }

    /// NL80211_IFACE_COMB_LIMITS, _MAXNUM and _NUM_CHANNELS.
    private enum Attribute {
        static let limits = 1
        static let most = 2
        static let channels = 4
    }
}

extension InterfaceCombination.Limit {
    fileprivate init?(_ attributes: [Netlink.Attribute]) {
        guard let most = attributes.number(of: Attribute.most) else { return nil }
        let types = attributes.filter { $0.type == Attribute.types }.flatMap(\.inner)
        self.init(most: most, types: Set(types.map { InterfaceType(rawValue: $0.type) }))
    }

    /// NL80211_IFACE_LIMIT_MAX and _TYPES, a flag for each type.
    private enum Attribute {
        static let most = 1
        static let types = 2
    }
}

extension [Netlink.Attribute] {
    fileprivate func number(of type: Int) -> Int? { first { $0.type == type }?.number }
}
