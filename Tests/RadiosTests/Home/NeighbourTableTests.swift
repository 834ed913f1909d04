// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// The kernel's own table, and a machine without a bus.
@Suite(.timeLimit(.minutes(5)))
struct NeighbourTableTests {
    @Test func opensWithoutARight() async throws {
        let radio = NetworkManager(address: "unix:path=/nonexistent")
        let stream = await radio.sightings(NeighbourhoodRequest(types: ["_http._tcp"]))
        var reasons: [HomeSource] = []
        for await sighting in stream {
            guard case .unavailable(let source, let reason) = sighting else { continue }
            #expect(!reason.isEmpty)
            reasons.append(source)
            break
        }
        #expect(reasons == [.announcements], "the neighbours need no bus")
    }

    @Test func endsWithItsReader() async throws {
        let radio = NetworkManager(address: "unix:path=/nonexistent")
        do {
            let stream = await radio.sightings(NeighbourhoodRequest(types: []))
            withExtendedLifetime(stream) {}
        }
        while await radio.homeWatchCount > 0 { await radio.turn() }
    }

    @Test func namesAnInterface() {
        #expect(NeighbourTable.name(of: 1) == "lo")
        #expect(NeighbourTable.name(of: 0) == nil && NeighbourTable.name(of: 1 << 40) == nil)
    }
}

extension NetworkManager {
    fileprivate var homeWatchCount: Int { homeWatches.count }
}
