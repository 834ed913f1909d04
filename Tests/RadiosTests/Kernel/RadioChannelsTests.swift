// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct RadioChannelsTests {
    // MARK: The kernel's messages, as linux/netlink.h and linux/nl80211.h have them

    private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return UInt16(1).littleEndian == 1 ? little : little.reversed()
    }

    private func attribute(_ type: Int, _ payload: [UInt8] = []) -> [UInt8] {
        bytes(payload.count + 4, 2) + bytes(type, 2) + payload
            + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    }

    private func message(_ attributes: [UInt8], type: Int = 28) -> [UInt8] {
        bytes(attributes.count + 20, 4) + bytes(type, 2) + bytes(2, 2) + bytes(0, 8) + [3, 1, 0, 0] + attributes
    }

    /// A channel with its flags: 2 is disabled, 3 no initiation, 5 radar detection.
    private func channel(_ index: Int, _ frequency: Int, _ flags: [Int] = []) -> [UInt8] {
        let (number, power) = (attribute(1, bytes(frequency, 4)), attribute(6, bytes(2000, 4)))
        return attribute(index, number + flags.flatMap { attribute($0) } + power)
    }

    /// NL80211_ATTR_WIPHY_BANDS with one band, whose rates and lists are none of ours.
    private func band(_ number: Int, _ channels: [UInt8]) -> [UInt8] {
        attribute(22, attribute(number, attribute(3, [7, 7]) + attribute(1, channels) + attribute(2, [9])))
    }

    @Test func readsTheChannelsFromSeveralMessages() {
        let name = attribute(2, Array("phy0\0".utf8))
        let messages =
            message(name)
            + message(name + band(0, channel(0, 2472) + channel(1, 2412)))
            + message(band(1, channel(0, 5180, [3]) + channel(1, 5500, [3, 5]) + channel(2, 5260, [5])))
            + message(band(3, channel(0, 5955)))
        #expect(
            RadioChannels(messages: messages) == RadioChannels(open: [2412, 2472, 5180, 5955], radar: [5260, 5500]))
    }

    @Test func leavesOutWhatTheCountryForbids() {
        let messages = message(band(0, channel(0, 2412) + channel(1, 2467, [2]) + channel(2, 5500, [2, 5])))
        #expect(RadioChannels(messages: messages) == RadioChannels(open: [2412]))
    }

    @Test func leavesOutBandsWithoutSetupHotspots() {
        let messages = message(band(0, channel(0, 2412)) + band(2, channel(0, 58320)) + band(4, channel(0, 902)))
        #expect(RadioChannels(messages: messages) == RadioChannels(open: [2412]))
    }

    @Test func takesAChannelOnceThatTwoMessagesList() {
        let messages = message(band(0, channel(0, 2412))) + message(band(0, channel(0, 2412)))
        #expect(RadioChannels(messages: messages) == RadioChannels(open: [2412]))
    }

    @Test func isNothingWhereTheKernelNamesNoChannel() {
        #expect(RadioChannels(messages: []) == nil)
        #expect(RadioChannels(messages: message(attribute(2, [1, 2, 3]))) == nil)
        // NLMSG_DONE, with what would be a band.
        #expect(RadioChannels(messages: message(band(0, channel(0, 2412)), type: 3)) == nil)
        #expect(RadioChannels(messages: message(band(0, channel(0, 2412, [2])))) == nil)
    }

    @Test func readsNothingBeyondTheEnd() {
        let whole = message(band(0, channel(0, 2412) + channel(1, 2417)))
        for length in 0..<whole.count { #expect(RadioChannels(messages: Array(whole.prefix(length))) == nil) }
        for place in 0..<whole.count {
            for value in [UInt8(0), 1, 255] {
                var broken = whole
                broken[place] = value
                let channels = RadioChannels(messages: broken)
                #expect((channels?.open ?? []).count <= 2)
            }
        }
    }

    @Test func isNotKnownOfAnInterfaceThatIsNotThere() {
        #expect(RadioChannels(interface: "no-such-radio-anywhere") == nil)
        #expect(RadioChannels(interface: "") == nil)
    }
}
