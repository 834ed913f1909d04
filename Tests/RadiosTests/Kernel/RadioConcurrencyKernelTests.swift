// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// The kernel's messages, as linux/netlink.h and linux/nl80211.h have them.
@Suite struct RadioConcurrencyKernelTests {
    private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return UInt16(1).littleEndian == 1 ? little : little.reversed()
    }

    private func attribute(_ type: Int, _ payload: [UInt8] = []) -> [UInt8] {
        bytes(payload.count + 4, 2) + bytes(type, 2) + payload
            + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    }

    private func number(_ type: Int, _ value: Int) -> [UInt8] { attribute(type, bytes(value, 4)) }

    private func message(_ attributes: [UInt8], type: Int = 28) -> [UInt8] {
        bytes(attributes.count + 20, 4) + bytes(type, 2) + bytes(2, 2) + bytes(0, 8) + [7, 1, 0, 0] + attributes
    }

    private func limit(_ index: Int, _ most: Int, _ types: Int...) -> [UInt8] {
        attribute(index, number(1, most) + attribute(2, types.flatMap { attribute($0) }))
    }

    /// As mac80211_hwsim's, with the flags and numbers that count for nothing here.
    private var radio: [UInt8] {
        let limits = attribute(1, limit(1, 2048, 2, 3, 8, 9) + limit(2, 1, 10))
        let first = attribute(1, limits + number(4, 2) + number(2, 2050) + number(5, 255))
        let second = attribute(2, attribute(1, limit(1, 1, 2)) + attribute(3) + number(4, 1) + number(2, 1))
        return message(attribute(2, Array("phy0\0".utf8))) + message(number(1, 0) + attribute(120, first + second))
    }

    private var interfaces: [UInt8] {
        message(number(3, 3) + attribute(4, Array("wlan0\0".utf8)) + number(5, 2) + number(38, 2462))
            + message(number(1, 0) + number(5, 10))
    }

    @Test func readsCombinationsAndInterfaces() {
        let read = RadioConcurrency(radio: radio, interfaces: interfaces)
        let types = Set([2, 3, 8, 9].map { InterfaceType(rawValue: $0) })
        #expect(
            read?.combinations == [
                InterfaceCombination(
                    limits: [.init(most: 2048, types: types), .init(most: 1, types: [.peerDevice])], most: 2050,
                    channels: 2),
                InterfaceCombination(limits: [.init(most: 1, types: [.station])], most: 1, channels: 1),
            ])
        #expect(read?.interfaces == [.init(.station, at: 2462), .init(.peerDevice)])
    }

    @Test func hasNoCombinationWhereTheDriverNamesNone() {
        let read = RadioConcurrency(radio: message(number(1, 0)), interfaces: interfaces)
        #expect(read?.combinations == [] && read?.channelsWithOneStationMore == 0)
    }

    @Test func isNothingWithoutAnInterface() {
        #expect(RadioConcurrency(radio: radio, interfaces: []) == nil)
        #expect(RadioConcurrency(radio: radio, interfaces: message(number(3, 3))) == nil)
        #expect(RadioConcurrency(interface: "no-such-radio-anywhere") == nil)
    }

    @Test func leavesOutACombinationThatIsNotWhole() {
        let broken = message(attribute(120, attribute(1, number(2, 2050)) + attribute(2, number(4, 1))))
        #expect(RadioConcurrency(radio: broken, interfaces: interfaces)?.combinations == [])
    }

    @Test func readsNothingBeyondTheEnd() {
        for length in 0..<radio.count {
            let read = RadioConcurrency(radio: Array(radio.prefix(length)), interfaces: interfaces)
            #expect(read?.combinations == [])
        }
    }
}
