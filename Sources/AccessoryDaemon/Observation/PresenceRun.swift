// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Presence` machine's effects for an app's call, and follows its accessories on the home network meanwhile.
struct PresenceRun: Sendable {
    let daemon: Daemon
    let claimant: Claimant
    let accessories: [Accessory.ID]
    /// Access of some app has changed.
    let changes: AsyncStream<Void>

    private typealias Send = AsyncThrowingStream<Presence.Event, any Error>.Continuation

    /// Every channel was visited.
    private struct Complete: Error {}

    /// Reports until `report` throws, the task is cancelled, or the app may not observe one of the accessories any more,
    /// whose error this throws.
    func run(_ report: (Accessory.ID, Presence.Change) throws -> Void) async throws {
        let (events, send) = AsyncThrowingStream.makeStream(of: Presence.Event.self)
        var machine = Presence()
        var follow = FollowRun(daemon, [:])
        try await withThrowingDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            await begin(send)
            group.addTask { await watch(send) }
            for try await event in events {
                if case .began = event {
                    let identities = await daemon.identities(of: accessories)
                    if identities != follow.identities {
                        follow.end()
                        follow = FollowRun(daemon, identities)
                        group.addTask { [follow] in await follow.run() }
                    }
                }
                for effect in machine.receive(event) {
                    switch effect {
                    case .listen: group.addTask { await listen(send) }
                    case .look(let ssids): group.addTask { await look(for: ssids, send) }
                    case .notify(let accessory, let change):
                        if change == .reset { await daemon.noteReset(of: accessory, seenBy: claimant) }
                        try report(accessory, change)
                    case .rest(let time):
                        group.addTask {
                            guard (try? await daemon.clock.sleep(for: time)) != nil else { return }
                            await begin(send)
                        }
                    }
                }
            }
        }
    }

    /// Ends with the app's access to one of the accessories.
    private func watch(_ send: Send) async {
        for await _ in changes {
            do {
                try await daemon.checkObservation(of: accessories, by: claimant)
            } catch {
                send.finish(throwing: error)
            }
        }
    }

    private func begin(_ send: Send) async {
        do {
            send.yield(.began(try await daemon.observed(accessories, by: claimant), at: daemon.settings.uptime()))
        } catch {
            send.finish(throwing: error)
        }
    }

    private func listen(_ send: Send) async {
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        survey.listen = ListenRequest(rules: [])
        survey.time = daemon.settings.listeningTime
        var hasListened = true
        await survey.run { news, _ in
            switch news {
            case .devices(let heard): send.yield(.heard(Set(heard.devices.map(\.address.address))))
            case .cannotListen: hasListened = false
            case .networks, .cannotLook, .listened: break
            }
        }
        // A connected device does not advertise.
        send.yield(.heard(await daemon.connectedSides(of: claimant)))
        send.yield(.over(.bluetooth, hasListened: hasListened, at: daemon.settings.uptime()))
    }

    /// Looks unless the radio has more urgent work.
    private func look(for ssids: [SSID], _ send: Send) async {
        var hasLooked = false
        if let interface = await daemon.radioAtRest {
            var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
            survey.look = LookRequest(interface: interface, ssids: ssids, remembers: false)
            survey.time = Presence.longestLook
            try? await survey.run { news, _ throws(Complete) in
                guard case .networks(let look) = news else { return }
                send.yield(.seen(look.networks))
                hasLooked = look.isComplete
                if hasLooked { throw Complete() }
            }
        }
        send.yield(.over(.wifi, hasListened: hasLooked, at: daemon.settings.uptime()))
    }
}
