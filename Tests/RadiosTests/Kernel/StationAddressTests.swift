// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// Which gateway an accessory may name: what asks there must not ask this machine, or the home's router.
@Suite struct StationAddressTests {
    private func station(_ text: String, beside address: String = "192.168.4.2", _ length: Int = 24) throws -> String? {
        let own = InterfaceAddress(address: try #require(IPAddress(address)), prefixLength: length)
        return own.station(text)?.description
    }

    @Test(arguments: ["192.168.4.1", "192.168.4.254"]) func isAnotherStationOfTheNetwork(text: String) throws {
        #expect(try station(text) == text)
    }

    @Test(arguments: [
        "192.168.4.2", "192.168.4.0", "192.168.4.255", "192.168.1.1", "127.0.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255",
        "203.0.113.1", "fe80::1", "", "192.168.4", "a",
    ])
    func isNoOtherAddress(text: String) throws { #expect(try station(text) == nil) }

    @Test func hasBothAddressesOfTheSmallestNetwork() throws {
        #expect(try station("10.0.0.0", beside: "10.0.0.1", 31) == "10.0.0.0")
        #expect(try station("10.0.0.2", beside: "10.0.0.1", 31) == nil)
        #expect(try station("10.0.0.2", beside: "10.0.0.1", 32) == nil)
    }
}
