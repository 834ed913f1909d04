// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux

/// The channels that a radio may use in its country, in MHz and in ascending order.
struct RadioChannels: Hashable {
    /// Those where an access point may begin at once.
    let open: [Int]
    /// Those where an access point must first listen for radar.
    let radar: [Int]

    init(open: [Int], radar: [Int] = []) {
        self.open = open.sorted()
        self.radar = radar.sorted()
    }

    /// Those of some bands; all if there are none.
    func of(_ bands: Set<Band>) -> RadioChannels {
        guard !bands.isEmpty else { return self }
        let isOne = { (frequency: Int) in bands.contains(Band(frequency: frequency)) }
        return RadioChannels(open: open.filter(isOne), radar: radar.filter(isOne))
    }

    /// The kernel's present channels; nil if it reports none, as in a network namespace that is not the radio's.
    init?(interface: String) {
        guard let messages = Netlink.answer(LINUX_RADIO, of: interface) else { return nil }
        self.init(messages: messages)
    }

    /// Reads the kernel's answer to NL80211_CMD_GET_WIPHY, which comes in several messages; nil if it has no channel.
    init?(messages: [UInt8]) {
        let channels = Netlink.messages(messages[...]).flatMap(\.attributes)
            .filter { $0.type == Attribute.bands }.flatMap(\.inner).flatMap(\.inner)
            .filter { $0.type == Attribute.frequencies }.flatMap(\.inner).map(\.inner)
        var (open, radar) = (Set<Int>(), Set<Int>())
        for channel in channels {
            guard let frequency = channel.first(where: { $0.type == Attribute.frequency })?.number,
                Self.bands.contains(where: { $0.contains(frequency) }),
                !channel.contains(where: { $0.type == Attribute.disabled })
            else { continue }
            if channel.contains(where: { $0.type == Attribute.radarDetection }) {
                radar.insert(frequency)
            } else {
                open.insert(frequency)
            }
        }
        guard !open.isEmpty || !radar.isEmpty else { return nil }
        self.init(open: Array(open), radar: Array(radar))
    }

    /// 2.4, 5 and 6 GHz; setup hotspots use nothing below or above.
    private static let bands = [2400...2500, 4900...5925, 5926...7125]

    /// Of linux/nl80211.h.
    private enum Attribute {
        /// NL80211_ATTR_WIPHY_BANDS: bands, each with lists.
        static let bands = 22
        /// NL80211_BAND_ATTR_FREQS: channels, each with attributes of its own.
        static let frequencies = 1
        /// NL80211_FREQUENCY_ATTR_FREQ, _DISABLED and _RADAR.
        static let frequency = 1
        static let disabled = 2
        static let radarDetection = 5
    }
}
