// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc
import Testing

@testable import Radios

/// A home network with a real avahi-daemon, the kernel's own neighbours, and a device in a namespace of its own.
@Suite(
    .serialized,
    .enabled(if: getenv("ACCESSORYD_HOME_ORDERS") != nil, "Tests/HomeNetwork/run plays these"), .timeLimit(.minutes(5)))
struct HomeNetworkTests {
    private static let station = MACAddress("c0:49:ef:8c:48:0c")

    /// Has the device do something.
    private func order(_ line: String) throws {
        let path = try #require(getenv("ACCESSORYD_HOME_ORDERS").map { String(cString: $0) })
        let file = open(path, O_WRONLY)
        defer { close(file) }
        let bytes = Array("\(line)\n".utf8)
        #expect(write(file, bytes, bytes.count) == bytes.count)
    }

    /// Sends one datagram, so that the kernel looks for the station.
    private func touch(_ address: String) throws {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        #expect(getaddrinfo(address, "9", &hints, &found) == 0)
        defer { freeaddrinfo(found) }
        let to = try #require(found?.pointee)
        let socket = socket(to.ai_family, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        let sent = sendto(socket, "x", 1, 0, to.ai_addr, to.ai_addrlen)
        #expect(sent == 1)
    }

    /// Reads on until a sighting fits.
    private func first<Found>(
        _ stream: AsyncStream<HomeSighting>, _ find: (HomeSighting) -> Found?
    ) async throws -> Found {
        for await sighting in stream {
            if let found = find(sighting) { return found }
        }
        throw CancellationError()
    }

    private func address(in sighting: HomeSighting) -> String? {
        guard case .announced(let announcement) = sighting, announcement.station == Self.station else { return nil }
        return announcement.address
    }

    /// The station that the kernel has at an address.
    private func neighbour(_ address: String, in stream: AsyncStream<HomeSighting>) async throws -> MACAddress {
        try await first(stream) { sighting -> MACAddress? in
            guard case .neighbour(let neighbour) = sighting, neighbour.address == address else { return nil }
            return neighbour.interface == "hub0" ? neighbour.station : nil
        }
    }

    @Test func followsADeviceFromItsAnnouncementToItsEnd() async throws {
        let radio = NetworkManager()
        let stream = await radio.sightings(NeighbourhoodRequest(types: ["_shelly._tcp"]))
        try order("announce")
        let announcement = try await first(stream) { sighting -> Announcement? in
            if case .announced(let announcement) = sighting { announcement } else { nil }
        }
        #expect(announcement.id == .init(name: "shellyplus1-c049ef8c480c", type: "_shelly._tcp", interface: "hub0"))
        #expect(announcement.host == "shellyplus1-c049ef8c480c" && announcement.address == "192.168.77.23")
        #expect(announcement.station == Self.station && announcement.identifier == announcement.host)
        try touch("192.168.77.23")
        #expect(try await neighbour("192.168.77.23", in: stream) == Self.station)
        try order("move 192.168.77.24")
        let moved = try await first(stream) { address(in: $0).flatMap { $0 == "192.168.77.23" ? nil : $0 } }
        #expect(moved == "192.168.77.24")
        try touch("192.168.77.99")
        _ = try await first(stream) { $0 == .neighbourGone(address: "192.168.77.99") ? true : nil }
        try order("withdraw")
        _ = try await first(stream) { $0 == .withdrawn(announcement.id) ? true : nil }
    }

    @Test func seesADeviceThatHasAnAddressOfIPv6Alone() async throws {
        let radio = NetworkManager()
        let stream = await radio.sightings(NeighbourhoodRequest(types: ["_shelly._tcp"]))
        try order("announce_ipv6")
        let announcement = try await first(stream) { sighting -> Announcement? in
            if case .announced(let announcement) = sighting, announcement.id.isV6 { announcement } else { nil }
        }
        let address = "fe80::c249:efff:fe8c:480c%hub0"
        #expect(announcement.address == address && announcement.station == Self.station)
        #expect(await radio.place(of: address, seenOn: nil, home: "hub0") == .station(interface: "hub0"))
        #expect(await radio.place(of: address, seenOn: nil, home: nil) == .elsewhere, "no network is home")
        try touch(address)
        #expect(try await neighbour(address, in: stream) == Self.station)
        try order("withdraw")
        _ = try await first(stream) { $0 == .withdrawn(announcement.id) ? true : nil }
    }
}
