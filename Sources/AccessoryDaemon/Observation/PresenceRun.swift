// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Presence` machine's effects for an app, and follows its accessories on the home network meanwhile.
struct PresenceRun: Sendable {
    /// What is observed.
    struct Subject {
        var accessories: [ObservedAccessory]
        /// What of it is followed on the home network.
        var identities: [Accessory.ID: ExpectedIdentity] = [:]
    }

    let daemon: Daemon
    let claimant: Claimant
    let presence: Presence
    /// Access of some app has changed.
    var changes = AsyncStream<Void> { $0.finish() }
    /// Throws if the app may not observe that any more.
    let subject: @Sendable (Access) throws(AccessoryError) -> Subject

    private enum Activity {
        case begin
        case watch
        case follow
        case listen
        case look
        case rest
    }

    private typealias Send = Sender<Presence.Event>

    /// Every channel was visited.
    private struct Complete: Error {}

    /// Reports until `report` throws, the task is cancelled, or the app may not observe one of the accessories any more,
    /// whose error this throws.
    func run(_ report: (Accessory.ID, Presence.Change) throws -> Void) async throws {
        let runner = Runner<Presence, Activity, AccessoryError>(presence, clock: daemon.clock)
        runner.start(.begin, begin)
        runner.start(.watch, watch)
        let end = try await runner.run { effect in
            switch effect {
            case .listen: runner.start(.listen, listen)
            case .look(let ssids): runner.start(.look) { await look(for: ssids, $0) }
            case .follow(let identities):
                runner.start(.follow) { _ in await FollowRun(daemon: daemon, identities: identities).run() }
            case .notify(let accessory, let change):
                if change == .reset { await noteReset(of: accessory) }
                try report(accessory, change)
            case .rest(let time):
                runner.start(.rest) { send in
                    if (try? await daemon.clock.sleep(for: time)) != nil { await begin(send) }
                }
            case .end(let error): runner.end(error)
            }
        }
        if let end { throw end }
    }

    /// Ends with the app's access to one of the accessories.
    private func watch(_ send: Send) async {
        for await _ in changes {
            do {
                _ = try subject(await daemon.access)
            } catch {
                send.yield(.refused(error))
            }
        }
    }

    private func begin(_ send: Send) async {
        do {
            let subject = try subject(await daemon.access)
            send.yield(.identified(subject.identities))
            send.yield(.began(subject.accessories, at: daemon.settings.uptime()))
        } catch {
            send.yield(.refused(error))
        }
    }

    private func listen(_ send: Send) async {
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        survey.listen = ListenRequest(rules: [])
        survey.time = presence.duty.listening
        var hasListened = true
        await survey.run { news, _ in
            switch news {
            case .devices(let heard): send.yield(.heard(Set(heard.map(\.address.address))))
            case .cannotListen: hasListened = false
            case .networks, .cannotLook, .listened: break
            }
        }
        // A connected device does not advertise.
        let (sides, peripherals) = (await daemon.access.sides(of: claimant), await daemon.peripherals)
        let connected = sides.filter { peripherals.isConnected($0.accessory.id, by: claimant) }
        send.yield(.heard(Set(connected.map(\.address))))
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

    /// An accessory that was put on a network has opened its set-up hotspot again.
    private func noteReset(of accessory: Accessory.ID) async {
        for record in await daemon.access.records(of: claimant) where record.accessory.id == accessory {
            await daemon.publish(
                .location, app: record.app, accessory: accessory, of: Claimant(of: record),
                "'\(record.title)' has opened its set-up hotspot again, so somebody has reset it; "
                    + "'accessoryctl onboard' puts it back on the home network")
        }
    }
}
