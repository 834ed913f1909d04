// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// Performs the effects of looks that go on, one `Arrival` machine for each accessory, over one stream of sightings.
struct FollowRun: Sendable {
    let daemon: Daemon
    let identities: [Accessory.ID: ExpectedIdentity]

    /// The machines of all accessories.
    private struct Arrivals: Machine {
        enum Event: Sendable {
            case of(Accessory.ID, Arrival.Event)
            case seen(HomeSighting)
        }

        var machines: [Accessory.ID: Arrival] = [:]

        mutating func receive(_ event: Event) -> [(id: Accessory.ID, effect: Arrival.Effect)] {
            switch event {
            case .of(let id, let event): receive(event, id)
            case .seen(let sighting): Array(machines.keys).flatMap { receive(.seen(sighting), $0) }
            }
        }

        private mutating func receive(
            _ event: Arrival.Event, _ id: Accessory.ID
        ) -> [(id: Accessory.ID, effect: Arrival.Effect)] {
            machines[id]?.receive(event).map { (id, $0) } ?? []
        }
    }

    private enum Activity: Hashable {
        case sightings
        case timer(Accessory.ID)
        case rest(Accessory.ID)
        case check(Accessory.ID, String)
    }

    /// Events that wait for the machines. A flood beyond ends the sightings for a while.
    private static let mostWaiting = 4096
    /// Between the end of the sightings and a new beginning.
    private static let pause = Duration.seconds(10)

    func run() async {
        guard !identities.isEmpty else { return }
        var arrivals = Arrivals()
        for (id, identity) in identities {
            let last = await daemon.book.places[id]?.location?.address.description
            arrivals.machines[id] = Arrival(following: identity.last(at: last))
        }
        let runner = Runner<Arrivals, Activity, Never>(
            arrivals, inbox: Inbox(most: Self.mostWaiting), clock: daemon.clock)
        for id in identities.keys { runner.send.yield(.of(id, .began)) }
        runner.start(.sightings, follow)
        _ = await runner.run { id, effect in
            switch effect {
            case .startTimer(let time): runner.startTimer(.timer(id), time, then: .of(id, .due))
            case .rest(let time): runner.startTimer(.rest(id), time, then: .of(id, .rested))
            case .check(let address, let interface):
                let family = identities[id]?.family
                runner.start(.check(id, address)) { send in
                    await send.insist(on: .of(id, await ArrivalRun.check(address, interface, family, for: daemon)))
                }
            case .report(.notSeen): await daemon.noteWhereabouts(.notSeen, of: id)
            case .report(let finding):
                let place = finding.location(at: daemon.now())
                if let place { await daemon.noteWhereabouts(.seen(place), of: id) }
            // Nothing shows this accessory.
            case .finish: break
            }
        }
    }

    /// The sightings end when too many come at once. Then all begins anew.
    private func follow(_ send: Sender<Arrivals.Event>) async {
        let request = NeighbourhoodRequest(types: Set(identities.values.flatMap(\.types)).sorted())
        while !Task.isCancelled {
            for await sighting in await daemon.neighbourhood.sightings(request) {
                if !send.yield(.seen(sighting)) { break }
            }
            guard (try? await daemon.clock.sleep(for: Self.pause)) != nil else { return }
            await send.insist(on: .seen(.neighboursAnew))
        }
    }
}
