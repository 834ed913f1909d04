// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// Puts the agent's updates in the page's state as long as it runs. If the agent goes away, this tries it again.
struct AgentWatch: Sendable {
    enum News: Hashable, Sendable {
        case asked(app: String)
        case ended(app: String, AccessoryError?)
        case away(String)
        case back
    }

    let sockets: AgentSockets
    let entrance: AgentSockets.Entrance
    let page: SharedPageState
    let clock: any Clock<Duration>
    /// It also waits for an agent that is not there at the start.
    var isPatient = false
    let report: @Sendable (News) -> Void

    private var control: ControlClient { ControlClient(sockets, at: entrance) }

    /// Throws if the agent cannot be reached at the start, unless it is patient. Later it waits until it can.
    func run() async throws {
        var backOff = BackOff()
        var wasThere = false
        while true {
            do {
                for try await reply in try PickerClient(sockets, at: entrance).stream(.register, RegisterRequest()) {
                    if reply.update.kind == .registered {
                        backOff.succeeded()
                        page.change { $0.away = nil }
                        if wasThere { report(.back) }
                        wasThere = true
                    }
                    await receive(reply.update)
                }
                throw AgentFault.lost(path: sockets.path(of: entrance))
            } catch let error as CancellationError {
                throw error
            } catch {
                // A watch that ends loses its connection, too.
                try Task.checkCancellation()
                guard wasThere || isPatient else { throw error }
                let reason = Self.text(error)
                let isNews = page.change { state in
                    defer { state.away = reason }
                    state.picker.lost()
                    return state.away == nil
                }
                if isNews { report(.away(reason)) }
            }
            try await clock.sleep(for: backOff.wait())
        }
    }

    private func receive(_ update: PickerUpdate) async {
        let (before, after, hasEnded) = page.change { state in
            let before = state.picker
            let hasEnded = state.picker.receive(update)
            return (before, state.picker, hasEnded)
        }
        let app = after.app ?? before.app ?? "an app"
        if after.presentation != nil, after.presentation != before.presentation { report(.asked(app: app)) }
        if hasEnded { report(.ended(app: app, update.error)) }
        // If the agent refuses the answer, its question ends by itself.
        if let answer = page.keepNameUnasked() { try? await PickerClient(sockets, at: entrance).call(.answer, answer) }
    }

    /// Returns when no app holds a radio any more, so that every uplink is restored; at once without the agent.
    func awaitUplinks() async throws {
        do {
            for try await reply in try control.stream(.monitor) where reply.event == nil || reply.event?.kind == .lease
            {
                if try await control.call(.getStatus).leases.isEmpty { return }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The agent that restores them is away.
        }
    }

    /// Keeps the list of accessories current. Reports no news: `run` does when the agent is away.
    func keepAccessories() async throws {
        var backOff = BackOff()
        while true {
            do {
                // The first reply promises that events will follow, so that a list read after it misses none.
                for try await reply in try control.stream(.monitor) {
                    if Self.concernsHome(reply.event) { await refreshHome() }
                    guard Self.concernsAccessories(reply.event) else { continue }
                    await refresh()
                    backOff.succeeded()
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                page.change { $0.accessories.error = AccessoryError(.connectionFailed, Self.text(error)) }
            }
            try await clock.sleep(for: backOff.wait())
        }
    }

    private static func concernsAccessories(_ event: MonitorEvent?) -> Bool {
        switch event?.kind {
        case .access, .location, .configuration, nil: true
        case .session, .lease, .radio, .plan: false
        }
    }

    private static func concernsHome(_ event: MonitorEvent?) -> Bool {
        switch event?.kind {
        case .radio, .lease, .configuration, nil: true
        case .access, .location, .session, .plan: false
        }
    }

    /// A user's own picker has no right to the agent's status, so its page names no network, and does not show what is joined.
    private func refreshHome() async {
        guard entrance == .control, let status = try? await control.call(.getStatus) else { return }
        page.change { state in
            state.home = HomeNetwork.name(status.adapters, before: state.home)
            state.joined = status.leases.compactMap { JoinedHotspot($0) }
        }
        await refreshNetworks()
    }

    func refresh() async {
        do {
            let list = try await control.accessories()
            let apps = try await control.call(.listApps)
            let names = Dictionary(apps.apps.map { ($0.id, $0.name) }) { first, _ in first }
            let accessories = AppAccessories(list.accessories, names: names)
            page.change { $0.accessories = accessories }
            await refreshNetworks()
        } catch {
            let reason = AccessoryError(.connectionFailed, Self.text(error))
            page.change { $0.accessories.error = reason }
        }
    }

    /// A user's own picker has no right to hand networks over.
    private func refreshNetworks() async {
        guard entrance == .control, let list = try? await control.call(.listNetworks) else { return }
        page.change { $0.networks.networks = AccessoryNetworks.Network.all(list.networks) }
    }

    static func text(_ error: any Error) -> String {
        switch error {
        case let error as AccessoryError: error.message
        case let error as AgentFault: error.description
        case _: "\(error)"
        }
    }
}

/// The wait before the next attempt: twice as long each time, and never longer than half a minute.
struct BackOff: Hashable, Sendable {
    static let longest = Duration.seconds(30)

    private var next = Duration.milliseconds(500)

    mutating func wait() -> Duration {
        defer { next = min(next * 2, Self.longest) }
        return next
    }

    mutating func succeeded() { self = BackOff() }
}

/// The network that this machine is on.
enum HomeNetwork {
    /// The profile's name; nil if no radio is on a network.
    ///
    /// - Parameter before: what it was. A radio at an accessory goes back to it.
    static func name(_ adapters: [AdapterStatus], before: String?) -> String? {
        if let connected = adapters.first(where: { $0.state == .connected }) { return connected.detail }
        return adapters.contains { $0.state == .accessory || $0.state == .connecting } ? before : nil
    }
}
