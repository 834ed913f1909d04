// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// The kernel's messages about its neighbour table. The bytes are those of a little-endian machine.
struct NeighbourMessagesTests {
    private static let station: [UInt8] = [0xC0, 0x49, 0xEF, 0x8C, 0x48, 0x0C]

    private func attribute(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = UInt8(4 + payload.count)
        return [length, 0, type, 0] + payload + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    }

    private func message(
        type: UInt8 = 28, state: UInt8 = 2, _ address: [UInt8] = [192, 168, 1, 23], _ station: [UInt8]? = station
    ) -> [UInt8] {
        let header: [UInt8] = [2, 0, 0, 0, 3, 0, 0, 0, state, 0, 0, 1]
        let body = header + attribute(1, address) + (station.map { attribute(2, $0) } ?? [])
        return [UInt8(16 + body.count), 0, 0, 0, type, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + body
    }

    private let gone: NeighbourMessages.Change

    init() throws { gone = .gone(address: try #require(IPAddress("192.168.1.23")), interface: 3) }

    @Test func readsEntriesOneAfterTheOther() throws {
        let known = NeighbourMessages.Change.known(
            address: try #require(IPAddress("192.168.1.23")), station: try #require(MACAddress(Self.station)),
            interface: 3)
        let bytes = message() + message(type: 29) + message(state: 4, [192, 168, 1, 24])
        #expect(NeighbourMessages.changes(bytes[...]).count == 3)
        #expect(NeighbourMessages.changes(bytes[...]).prefix(2) == [known, gone])
    }

    /// NUD_INCOMPLETE, NUD_FAILED, NUD_NOARP; no station; a group's; one of zeros.
    @Test func anEntryWithoutAStationIsGone() {
        let bytes = [
            message(state: 1), message(state: 0x20), message(state: 0x40), message([192, 168, 1, 23], nil),
            message([192, 168, 1, 23], [1, 0, 0x5E, 0, 0, 1]), message([192, 168, 1, 23], [0, 0, 0, 0, 0, 0]),
            message([192, 168, 1, 23], [1, 2, 3]),
        ]
        for bytes in bytes { #expect(NeighbourMessages.changes(bytes[...]) == [gone]) }
    }

    @Test func readsAddressesOfBothKinds() {
        let bytes = message([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1])
        guard case .known(let address, _, _)? = NeighbourMessages.changes(bytes[...]).first else {
            Issue.record("no entry")
            return
        }
        #expect(address.description == "fe80::1")
        #expect(NeighbourMessages.changes(message([1, 2, 3])[...]).isEmpty)
        #expect(NeighbourMessages.changes(message([224, 0, 0, 251])[...]).isEmpty)
    }

    @Test func everyTruncationIsRead() {
        let bytes = message() + message()
        for count in 0..<bytes.count { #expect(NeighbourMessages.changes(bytes[..<count]).count <= 1) }
    }
}
