// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc
import Testing

@testable import Radios

/// A home network with a real avahi-daemon, the kernel's own neighbours, and a device in a namespace of its own.
@Suite(
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
        let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var to = sockaddr_in()
        to.sin_family = sa_family_t(AF_INET)
        to.sin_port = UInt16(9).bigEndian
        #expect(inet_pton(AF_INET, address, &to.sin_addr) == 1)
        let sent = withUnsafePointer(to: &to) { to in
            to.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, "x", 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
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
        let neighbour = try await first(stream) { sighting -> Neighbour? in
            if case .neighbour(let neighbour) = sighting { neighbour } else { nil }
        }
        #expect(neighbour.address == "192.168.77.23" && neighbour.station == Self.station)
        #expect(neighbour.interface == "hub0")
        try order("move 192.168.77.24")
        let moved = try await first(stream) { address(in: $0).flatMap { $0 == "192.168.77.23" ? nil : $0 } }
        #expect(moved == "192.168.77.24")
        try touch("192.168.77.99")
        _ = try await first(stream) { $0 == .neighbourGone(address: "192.168.77.99") ? true : nil }
        try order("withdraw")
        _ = try await first(stream) { $0 == .withdrawn(announcement.id) ? true : nil }
    }
}
