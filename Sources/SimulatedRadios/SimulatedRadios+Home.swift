// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import Synchronization

extension SimulatedRadios: Neighbourhood {
    package func sightings(_ request: NeighbourhoodRequest) async -> AsyncStream<HomeSighting> {
        let reading = Mutex(Air.HomeReading(request: request))
        return AsyncStream {
            await self.next { air, now in reading.withLock { air.next(for: &$0, at: now) } }
        }
    }

    /// Its stations are where they are seen. What only its own word names is nowhere.
    package func place(of address: String, seenOn interface: String?, home: String?) async -> AddressPlace {
        interface.map { .station(interface: $0) } ?? .elsewhere
    }
}
