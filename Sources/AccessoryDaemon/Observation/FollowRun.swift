// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// Performs the effects of looks that go on, one `Arrival` machine for each accessory, over one stream of sightings.
struct FollowRun: Sendable {
    let daemon: Daemon
    let identities: [Accessory.ID: ExpectedIdentity]

    private enum Event: Sendable {
        case of(Accessory.ID, Arrival.Event)
        case seen(HomeSighting)
    }

    /// Events that wait for the machines. A flood beyond ends the sightings for a while.
    private static let mostWaiting = 4096
    /// Between the end of the sightings and a new beginning.
    private static let pause = Duration.seconds(10)

    private let events: AsyncStream<Event>
    private let send: AsyncStream<Event>.Continuation

    init(_ daemon: Daemon, _ identities: [Accessory.ID: ExpectedIdentity]) {
        self.daemon = daemon
        self.identities = identities
        (events, send) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Ends `run`.
    func end() { send.finish() }

    func run() async {
        guard !identities.isEmpty else { return }
        await withDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            var machines: [Accessory.ID: Arrival] = [:]
            for (id, identity) in identities {
                machines[id] = Arrival(following: identity.last(at: await daemon.lastAddress(of: id)))
                send.yield(.of(id, .began))
            }
            group.addTask { await follow() }
            for await event in events {
                switch event {
                case .of(let id, let event): await perform(machines[id]?.receive(event) ?? [], id, &group)
                case .seen(let sighting):
                    for id in machines.keys { await perform(machines[id]?.receive(.seen(sighting)) ?? [], id, &group) }
                }
            }
        }
    }

    private func perform(
        _ effects: [Arrival.Effect], _ id: Accessory.ID, _ group: inout DiscardingTaskGroup
    ) async {
        for effect in effects {
            switch effect {
            case .startTimer(let time): wait(time, then: .of(id, .due), &group)
            case .rest(let time): wait(time, then: .of(id, .rested), &group)
            case .check(let address, let interface):
                let family = identities[id]?.family
                group.addTask {
                    let answer = await daemon.check(address, interface, family)
                    await send.insist(on: .of(id, .checked(address, answer)))
                }
            case .report(let finding): await daemon.noteReport(finding, of: id)
            // Nothing shows this accessory.
            case .finish: break
            }
        }
    }

    private func wait(_ time: Duration, then event: Event, _ group: inout DiscardingTaskGroup) {
        let clock = daemon.clock
        group.addTask {
            guard (try? await clock.sleep(for: time)) != nil else { return }
            await send.insist(on: event)
        }
    }

    /// The sightings end when too many come at once. Then all begins anew.
    private func follow() async {
        let request = NeighbourhoodRequest(types: Set(identities.values.flatMap(\.types)).sorted())
        while !Task.isCancelled {
            for await sighting in await daemon.neighbourhood.sightings(request) {
                if case .dropped = send.yield(.seen(sighting)) { break }
            }
            guard (try? await daemon.clock.sleep(for: Self.pause)) != nil else { return }
            await send.insist(on: .seen(.neighboursAnew))
        }
    }
}
