// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One reader's view of the home network. Belongs to the GLib thread; its end closes the connection to the bus, and Avahi
/// drops all that it made for that.
final class HomeWatch {
    var browse: AvahiBrowse
    var table: NeighbourTable?
    var bus: DirectBus?
    var owner: DirectBus.Subscription?
    var signals: [AvahiBrowse.Object: [DirectBus.Subscription]] = [:]
    private let send: AsyncStream<HomeSighting>.Continuation

    /// Sightings that wait for the reader. One that is slower gets no more: a lost one may be a neighbour's.
    static let mostWaiting = 4096

    init(_ request: NeighbourhoodRequest, _ send: AsyncStream<HomeSighting>.Continuation) {
        browse = AvahiBrowse(types: request.types)
        self.send = send
    }

    func notify(_ sighting: HomeSighting) {
        if case .dropped = send.yield(sighting) { send.finish() }
    }
}
