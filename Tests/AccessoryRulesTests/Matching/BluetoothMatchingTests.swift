// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct BluetoothMatchingTests {
    private let service = BluetoothUUID("FEA6")
    private let other = BluetoothUUID("180D")

    private func heard(_ change: (inout Advertisement) -> Void = { _ in }) throws -> Advertisement {
        var heard = Advertisement(address: BluetoothAddress(try bssid(1), kind: .public), name: "MyCam-0042")
        change(&heard)
        return heard
    }

    private func heardWithAll() throws -> Advertisement {
        let service = try #require(service)
        return try heard {
            $0.serviceData = [service: [0x01, 0x42, 0xFF]]
            $0.manufacturerData = [0x02F2: [0x10, 0x20, 0x30]]
        }
    }

    @Test func findsAServiceInTheListOrAsAKeyOfItsData() throws {
        let rule = try BluetoothRule(service: service)
        let service = try #require(service)
        let other = try #require(other)
        #expect(rule.matches(try heard { $0.services = [other, service] }))
        #expect(rule.matches(try heard { $0.serviceData = [service: []] }))
        #expect(!rule.matches(try heard { $0.services = [other] }))
        #expect(!rule.matches(try heard { $0.serviceData = [other: []] }))
        #expect(!rule.matches(try heard()))
    }

    @Test func findsACompanyByTheKeyOfItsData() throws {
        let rule = try BluetoothRule(companyIdentifier: 0x02F2)
        #expect(rule.matches(try heard { $0.manufacturerData = [0x02F2: []] }))
        #expect(!rule.matches(try heard { $0.manufacturerData = [0xF202: [0xF2, 0x02]] }))
        #expect(!rule.matches(try heard()))
    }

    @Test func needsAllThatIsSet() throws {
        #expect(try BluetoothRule(service: service, companyIdentifier: 0x02F2).matches(heardWithAll()))
        #expect(try !BluetoothRule(service: other, companyIdentifier: 0x02F2).matches(heardWithAll()))
        #expect(try !BluetoothRule(service: service, companyIdentifier: 0x02F3).matches(heardWithAll()))
        #expect(try BluetoothRule(service: service, nameSubstring: "Cam").matches(heardWithAll()))
        #expect(try !BluetoothRule(service: service, nameSubstring: "cam").matches(heardWithAll()))
    }

    @Test func leavesTheRangeToWhoKnowsIt() throws {
        #expect(try BluetoothRule(service: service, range: .immediate).matches(heardWithAll()))
    }

    @Test func findsNoNameInANamelessDevice() throws {
        var nameless = try heardWithAll()
        nameless.name = nil
        #expect(try !BluetoothRule(service: service, nameSubstring: "C").matches(nameless))
        let anything = try BluetoothRule(service: service, nameSubstring: ".*", nameComparison: [.regularExpression])
        #expect(!anything.matches(nameless))
    }

    @Test(
        arguments: [
            ("^MyCam-\\d{4}$", [.regularExpression], true), ("Cam", [.regularExpression], true),
            ("Cam", [.regularExpression, .anchored], false), ("mycam", [.regularExpression, .anchored], false),
            ("mycam", [.regularExpression, .anchored, .caseInsensitive], true),
            ("\\d+$", [.regularExpression, .anchored, .backwards], false), ("Cam", [.anchored], false),
            ("0042", [.anchored, .backwards], true),
            ("mÝ", [.caseInsensitive, .diacriticInsensitive, .anchored], true),
        ] as [(String, Set<Comparison>, Bool)])
    func comparesTheNameAsAsked(name: String, how: Set<Comparison>, isFound: Bool) throws {
        let rule = try BluetoothRule(service: service, nameSubstring: name, nameComparison: how)
        #expect(rule.matches(try heardWithAll()) == isFound)
        let compared = NameComparisonTests.Case("MyCam-0042", name, how, isFound)
        #expect(RealFoundation.has(compared) == isFound)
    }

    @Test(
        arguments: [
            ([0x10], [0xFF], true), ([0x10, 0x20, 0x30], [0xFF, 0xFF, 0xFF], true), ([0x11], [0xFF], false),
            ([0x1F], [0xF0], true), ([0x20], [0xF0], false), ([0x99], [0x00], true),
            ([0x00, 0x20], [0x00, 0xFF], true),
            ([0x10, 0x20, 0x30, 0x00], [0xFF, 0xFF, 0xFF, 0x00], false),
        ] as [([UInt8], [UInt8], Bool)])
    func comparesTheBitsThatTheMaskSets(blob: [UInt8], mask: [UInt8], isFound: Bool) throws {
        let made = try BluetoothRule(
            companyIdentifier: 0x02F2, manufacturerDataBlob: blob, manufacturerDataMask: mask)
        #expect(made.matches(try heardWithAll()) == isFound)
        let service = try #require(service)
        let served = try BluetoothRule(service: service, serviceDataBlob: blob, serviceDataMask: mask)
        #expect(served.matches(try heard { $0.serviceData = [service: [0x10, 0x20, 0x30]] }) == isFound)
    }

    @Test func looksForDataUnderItsOwnKeyOnly() throws {
        let service = try #require(service)
        let other = try #require(other)
        let served = try BluetoothRule(service: service, serviceDataBlob: [1], serviceDataMask: [0xFF])
        #expect(
            !served.matches(
                try heard {
                    $0.services = [service]; $0.serviceData = [other: [1]]
                }))
        let made = try BluetoothRule(companyIdentifier: 1, manufacturerDataBlob: [1], manufacturerDataMask: [0xFF])
        #expect(!made.matches(try heard { $0.manufacturerData = [1: [2], 2: [1]] }))
    }
}
