// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// The address that a join reports, of those that its interface has.
struct InterfaceAddressTests {
    private func addresses(_ texts: String...) throws -> [InterfaceAddress] {
        try texts.map { text in
            let parts = text.split(separator: " ")
            let probes: [Substring: InterfaceAddress.Probe] = ["tentative": .running, "failed": .failed]
            return InterfaceAddress(
                address: try #require(IPAddress(parts[0])), prefixLength: 24, probe: probes[parts.last ?? ""] ?? .passed
            )
        }
    }

    private func chosen(
        _ addressing: JoinRequest.Addressing, _ addresses: [InterfaceAddress], leased: String? = nil
    ) -> String? {
        addressing.address(among: addresses, leased: leased.flatMap { IPAddress($0) })?.address.description
    }

    @Test func takesTheLeaseOnceTheInterfaceHasIt() throws {
        let addresses = try addresses("fe80::9", "192.168.4.2")
        #expect(chosen(.ipv4, addresses, leased: "192.168.4.2") == "192.168.4.2")
        #expect(chosen(.ipv4, [], leased: "192.168.4.2") == nil)
    }

    /// The interface still has the address of the network before, or another program has added one.
    @Test func takesNoAddressOfAnotherNetwork() throws {
        let addresses = try addresses("192.168.101.58", "169.254.3.4")
        #expect(chosen(.ipv4, addresses, leased: "192.168.102.7") == nil)
        #expect(chosen(.ipv4, addresses) == nil)
        #expect(chosen(.linkLocal, try self.addresses("192.168.101.58", "2001:db8::1")) == nil)
    }

    @Test func takesALinkLocalAddressOfEitherFamily() throws {
        #expect(chosen(.linkLocal, try addresses("192.168.1.2", "169.254.3.4", "fe80::9")) == "169.254.3.4")
        #expect(chosen(.linkLocal, try addresses("fe80::9")) == "fe80::9")
        #expect(chosen(.linkLocal, try addresses("169.253.0.1", "fec0::1")) == nil)
    }

    /// An app may reach its accessory over either family, and IPv4's address can be there first.
    @Test func waitsForTheProbeOfIPv6() throws {
        #expect(chosen(.linkLocal, try addresses("fe80::9 tentative")) == nil)
        #expect(chosen(.linkLocal, try addresses("169.254.3.4", "fe80::9 tentative")) == nil)
    }

    @Test func takesNoAddressThatAnotherMachineHas() throws {
        #expect(chosen(.linkLocal, try addresses("fe80::9 failed")) == nil)
        #expect(chosen(.linkLocal, try addresses("169.254.3.4", "fe80::9 failed")) == "169.254.3.4")
    }
}
