// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct MatcherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var ssid: String
        var matches: [Int]
        var testDescription: String { ssid }

        init(_ ssid: String, _ matches: [Int]) {
            self.ssid = ssid
            self.matches = matches
        }
    }

    @Test(arguments: [
        Case("CAM-1", [0, 1, 4, 6]), Case("CAM-12", [1, 4]), Case("CAM-", [1, 4]), Case("CAM", [4]), Case("C", [4]),
        Case("cam-1", []), Case("XCAM-1", []), Case("Home", []), Case(#"\xff"#, [3]), Case(#"\xff\xfe"#, [2, 3]),
        Case(#"\xfe"#, []), Case("😀 lamp", [5]), Case(#"\xf0\x9f\x98"#, []), Case("e\u{301}", []), Case("\u{E9}", [7]),
    ])
    func findsEveryDescriptorThatMatchesInTheirOrder(matched: Case) throws {
        let matcher = Matcher([
            try Descriptor(ssid: ssid("CAM-1")), try Descriptor(ssidPrefix: ssid("CAM-")),
            try Descriptor(ssid: ssid(#"\xff\xfe"#)), try Descriptor(ssidPrefix: ssid(#"\xff"#)),
            try Descriptor(ssidPrefix: ssid("C")), try Descriptor(ssidPrefix: ssid("😀")),
            try Descriptor(ssid: ssid("CAM-1")), try Descriptor(ssid: ssid("\u{E9}")),
        ])
        #expect(matcher.matches(try ssid(matched.ssid)) == matched.matches)
    }

    @Test func matchesNothingWithoutDescriptors() throws {
        #expect(Matcher([]).matches(try ssid("CAM-1")).isEmpty)
    }

    @Test func doesNotMatchByWiFiAloneWhatAsksForBluetoothToo() throws {
        let service = try BluetoothRule(service: BluetoothUUID("180D"))
        let matcher = Matcher([
            try Descriptor(ssid: ssid("CAM-1"), bluetooth: service),
            try Descriptor(ssidPrefix: ssid("CAM"), bluetooth: service), try Descriptor(bluetooth: service),
            try Descriptor(ssidPrefix: ssid("CAM")),
        ])
        #expect(matcher.matches(try ssid("CAM-1")) == [3])
    }

    /// Few letters, so that much matches, and bytes that are no letters.
    @Test func findsForThousandsWhatADoubleLoopFinds() throws {
        var random = Numbers(seed: 1)
        let alphabet: [UInt8] = [0x41, 0x42, 0xFF, 0x00]
        func name(_ lengths: ClosedRange<Int>) throws -> SSID {
            try SSID(
                (0..<Int.random(in: lengths, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 })
        }
        let descriptors = try (0..<1000).map { number in
            number.isMultiple(of: 2) ? try Descriptor(ssid: name(1...6)) : try Descriptor(ssidPrefix: name(1...8))
        }
        let networks = try (0..<1000).map { _ in try name(1...12) }
        let matcher = Matcher(descriptors)
        var found = 0
        for network in networks {
            let expected = descriptors.indices.filter { index in
                switch descriptors[index].wifi {
                case .exact(let ssid)?: ssid == network
                case .prefix(let prefix)?: network.bytes.starts(with: prefix.bytes)
                case nil: false
                }
            }
            #expect(matcher.matches(network) == expected, "\(network)")
            found += expected.count
        }
        #expect(found > 1000)
    }
}
