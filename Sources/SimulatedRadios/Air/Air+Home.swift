// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    /// One reader's progress through the home network.
    struct HomeReading: Sendable, Equatable {
        var request: NeighbourhoodRequest
        /// The sightings of one moment that the reader has not seen.
        var waiting: [HomeSighting] = []
        /// By their stations.
        var known: Set<MACAddress> = []
    }

    /// What may come to the home network, by the names that it has there.
    private var homes: [(name: String, home: SimulatedHome)] {
        points.compactMap { point in point.home.map { (point.ssid.description, $0) } }
            + enrollees.compactMap { enrollee in enrollee.home.map { (enrollee.name, $0) } }
    }

    mutating func next(for reading: inout HomeReading, at now: Duration) -> Turn<HomeSighting> {
        if !reading.waiting.isEmpty { return .now(reading.waiting.removeFirst()) }
        let unseen = homes.filter { !reading.known.contains($0.home.station) }
        for (name, home) in unseen {
            guard let since = home.since, since <= now else { continue }
            reading.known.insert(home.station)
            reading.waiting += sightings(of: name, home, for: reading.request)
        }
        if !reading.waiting.isEmpty { return .now(reading.waiting.removeFirst()) }
        return .wait(until: unseen.compactMap(\.home.since).min())
    }

    private func sightings(
        of name: String, _ home: SimulatedHome, for request: NeighbourhoodRequest
    ) -> [HomeSighting] {
        let interface = stations.first?.interface ?? ""
        let address = home.address.seen(on: interface).description
        let neighbour = HomeSighting.neighbour(
            Neighbour(address: address, station: home.station, interface: interface))
        guard let service = home.service, request.types.contains(service) else { return [neighbour] }
        return [
            .announced(
                Announcement(
                    id: .init(name: name, type: service, interface: interface, isV6: home.address.isV6), host: name,
                    address: address, station: home.station)), neighbour,
        ]
    }
}
