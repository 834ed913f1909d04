// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    /// One reader's progress through the home network.
    struct HomeReading: Sendable, Equatable {
        var request: NeighbourhoodRequest
        /// The sightings of one moment that the reader has not seen.
        var waiting: [HomeSighting] = []
        var known: Set<MACAddress> = []
    }

    mutating func next(for reading: inout HomeReading, at now: Duration) -> Turn<HomeSighting> {
        if !reading.waiting.isEmpty { return .now(reading.waiting.removeFirst()) }
        let unseen = points.filter { $0.home != nil && !reading.known.contains($0.bssid) }
        for point in unseen {
            guard let home = point.home, let since = home.since, since <= now else { continue }
            reading.known.insert(point.bssid)
            reading.waiting += sightings(of: point, home, for: reading.request)
        }
        if !reading.waiting.isEmpty { return .now(reading.waiting.removeFirst()) }
        return .wait(until: unseen.compactMap(\.home?.since).min())
    }

    private func sightings(
        of point: SimulatedAccessPoint, _ home: SimulatedHome, for request: NeighbourhoodRequest
    ) -> [HomeSighting] {
        let interface = stations.first?.interface ?? ""
        let address = home.address.description
        let neighbour = HomeSighting.neighbour(
            Neighbour(address: address, station: home.station, interface: interface))
        guard let service = home.service, request.types.contains(service) else { return [neighbour] }
        let name = point.ssid.description
        return [
            .announced(
                Announcement(
                    id: .init(name: name, type: service, interface: interface), host: name, address: address,
                    station: home.station)), neighbour,
        ]
    }
}
