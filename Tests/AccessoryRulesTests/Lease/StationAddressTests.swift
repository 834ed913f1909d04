// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct StationAddressTests {
    private let key = Array("0123456789abcdef".utf8)

    private func address(_ ssid: String = "CAM-1", key: [UInt8]? = nil, radio: UInt8 = 1) throws -> MACAddress? {
        let radio = try #require(MACAddress([2, 0, 0, 0, 0, radio]))
        return StationAddress.make(key: key ?? self.key, radio: radio, ssid: try AccessoryRulesTests.ssid(ssid))
    }

    @Test func isTheSameForAnAccessoryEachTime() throws {
        #expect(try address() != nil)
        #expect(try address() == address())
    }

    @Test func differsByAccessoryMachineAndRadio() throws {
        let all = [
            try address(), try address("CAM-2"), try address(key: [1]), try address(radio: 2),
        ]
        #expect(Set(all).count == all.count)
    }

    @Test func isLocallyAdministeredAndOfOneStation() throws {
        for number in 0..<200 {
            let address = try #require(try address("CAM-\(number)"))
            #expect(address.bytes[0] & 0b11 == 0b10)
        }
    }

    @Test func isNoneWithoutAKey() throws { #expect(try address(key: []) == nil) }
}
