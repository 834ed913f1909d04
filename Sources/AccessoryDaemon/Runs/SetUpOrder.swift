// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A set-up without a picker: what to look for, which of it to choose, and in whose place.
struct SetUpOrder: Sendable {
    let app: Manifest
    let item: Setup.Item
    let choice: Plan.Choice
    /// Only a network that correlates with the Bluetooth device counts.
    var requiresBridge = false
    var searchTime = Plan.Patience().searchTime
    let chooser: Chooser
    /// The plan's file.
    var path: String?

    /// From the choice among the sightings to the grant.
    func carryOut(
        _ heard: Discovery?, for daemon: Daemon, by caller: Caller, owner: Sessions.ID?, interface: String? = nil,
        notify: @escaping @Sendable (SetUpReply) async -> Void
    ) async throws(AccessoryError) -> SetupRun.Result {
        let claimant = Claimant(app: app.id)
        var adapter: Swift.Result<Adapter, AccessoryError>?
        if item.descriptor.wifi != nil {
            await daemon.untilUplinksAreBack(of: claimant)
            do throws(AccessoryError) {
                adapter = .success(try await daemon.chooseRadio(wanted: interface))
            } catch {
                throw await daemon.knownPlans.whyAllAreKept(interface, path: path) ?? error
            }
        }
        let discovery = if let heard { heard } else { await daemon.access.discovery(of: item, for: app) }
        let run = SetupRun(
            daemon: daemon, app: app, claimant: claimant, caller: caller, leaseOwner: owner, adapter: adapter,
            addressing: .ipv4, chooser: chooser, notify: notify)
        return try await run.run(
            Setup(
                items: [item], interface: (try? adapter?.get())?.interface ?? "", timeout: searchTime, choice: choice,
                requiresBridge: requiresBridge, canConfirm: false, heard: discovery))
    }
}
