// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// Performs the effects of `Starts`: observes accessories for apps that are not running, and shows those that are there.
struct StartRun: Sendable {
    let daemon: Daemon

    private enum Activity: Hashable {
        case orders
        case observe(String)
    }

    func run() async {
        let folder = PresentFolder(path: daemon.settings.presentFolder)
        let runner = Runner<Starts, Activity, Never>(Starts(present: folder.present), clock: daemon.clock)
        runner.start(.orders) { send in
            for await _ in daemon.startsChanged.stream { send.yield(.ordered(await daemon.access.starts)) }
        }
        _ = await runner.run { effect in
            switch effect {
            case .observe(let app, let order, let present):
                runner.start(.observe(app)) { await observe(app, order, present, $0) }
            case .stop(let app): runner.stop(.observe(app))
            case .show(let app, let accessory, let radio):
                note(app) { try folder.show(accessory, radio, of: app) }
            case .hide(let app, let accessory): note(app) { try folder.hide(accessory, of: app) }
            }
        }
    }

    private func observe(
        _ app: String, _ order: StartOrder, _ present: Starts.Present, _ send: Sender<Starts.Event>
    ) async {
        let run = PresenceRun(
            daemon: daemon, claimant: Claimant(app: app), presence: Presence(order.duty, present: present)
        ) { _ in PresenceRun.Subject(accessories: order.accessories) }
        try? await run.run { accessory, change in send.yield(.changed(app: app, accessory, change)) }
    }

    private func note(_ app: String, _ deed: () throws -> Void) {
        do {
            try deed()
        } catch {
            daemon.log.error(
                "what starts \(app) cannot be shown in \(daemon.settings.presentFolder): \(error)",
                metadata: Logger.Metadata(app: app, accessory: nil))
        }
    }
}

extension Access {
    /// What is observed for apps that are not running, by app.
    var starts: [String: StartOrder] {
        configuration.manifests.byID.compactMapValues { manifest in
            guard let start = manifest.start else { return nil }
            let usable = records.all(of: manifest.id).filter { $0.isValid(at: now) && !$0.isSuspended }
            return StartOrder(start, usable.map(observed), listening: configuration.listening)
        }
    }
}
