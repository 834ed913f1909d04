// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// The kernel's messages about the addresses of interfaces. The bytes are those of a little-endian machine.
struct AddressMessagesTests {
    private static let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [9]

    private func attribute(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [UInt8(4 + payload.count), 0, type, 0] + payload + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    }

    private func message(type: UInt8 = 20, flags: UInt8 = 0x80, _ attributes: [UInt8]...) -> [UInt8] {
        let body = [2, 24, flags, 0, 3, 0, 0, 0] + attributes.joined()
        return [UInt8(16 + body.count), 0, 0, 0, type, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + body
    }

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test func readsAddressesThatComeAndGo() throws {
        let bytes = message(attribute(1, [192, 168, 4, 2])) + message(type: 21, attribute(1, [192, 168, 4, 2]))
        let added = InterfaceAddress(address: try address("192.168.4.2"), prefixLength: 24)
        #expect(
            AddressMessages.changes(bytes[...]) == [
                .added(added, interface: 3), .removed(added.address, interface: 3),
            ])
    }

    /// With a peer, IFA_ADDRESS is the peer's.
    @Test func takesThisMachinesEndOfALink() throws {
        let bytes = message(attribute(1, [10, 0, 0, 1]), attribute(2, [10, 0, 0, 2]))
        let own = InterfaceAddress(address: try address("10.0.0.2"), prefixLength: 24)
        #expect(AddressMessages.changes(bytes[...]) == [.added(own, interface: 3)])
    }

    /// IFA_F_TENTATIVE; IFA_F_DADFAILED with it, as the kernel leaves an address that another machine has.
    @Test(arguments: [(UInt8(0xC0), InterfaceAddress.Probe.running), (0xC8, .failed), (0x80, .passed)])
    func readsWhatTheProbeHasShown(flags: UInt8, probe: InterfaceAddress.Probe) throws {
        let bytes = message(flags: flags, attribute(1, Self.linkLocal))
        let expected = InterfaceAddress(address: try address("fe80::9"), prefixLength: 24, probe: probe)
        #expect(AddressMessages.changes(bytes[...]) == [.added(expected, interface: 3)])
    }

    @Test func skipsWhatIsNoAddress() {
        let bytes = message(attribute(1, [1, 2, 3])) + message() + message(type: 28, attribute(1, [192, 168, 4, 2]))
        #expect(AddressMessages.changes(bytes[...]).isEmpty)
    }

    @Test func everyTruncationIsRead() {
        let bytes = message(attribute(1, [192, 168, 4, 2])) + message(attribute(1, Self.linkLocal))
        for count in 0..<bytes.count { #expect(AddressMessages.changes(bytes[..<count]).count <= 1) }
    }
}
