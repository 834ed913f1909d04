// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// A person's order: it joins the accessory's hotspot, finds its Bluetooth side or calls it by its label, walks it home, and
/// sees to it that only an accessory with the network has a record. It runs in the task of the connection that asked, and
/// ends with it.
struct OnboardRun: Sendable {
    let daemon: Daemon
    let caller: Caller
    let owner: Sessions.ID
    let order: OnboardOrder
    /// The radio that joins, and looks for the home network; nil for any.
    let interface: String?
    /// Nil: the administrator's file decides.
    let warrant: Warrant?
    let notify: @Sendable (OnboardProgress) -> Void

    func run() async throws(AccessoryError) -> OnboardProgress {
        try await daemon.policy.checkOrder(network: order.terms.network, warrant)
        try await daemon.uplink.checkNetwork(named: order.terms.network, byLabel: order.isByLabel)
        switch order.target {
        case .bluetooth(let address): return try await runOverBluetooth(address)
        case .hotspot(let ssid, let bssid): return try await runOverHotspot(ssid, bssid)
        case .easyConnect(let label): return try await runOverEasyConnect(label)
        }
    }

    var walk: HomeWalkRun { HomeWalkRun(daemon: daemon, arrival: order.terms.arrival, notify: notify) }

    private func runOverHotspot(_ ssid: SSID, _ bssid: MACAddress?) async throws(AccessoryError) -> OnboardProgress {
        try HotspotHandOver.check(order.terms, of: ssid)
        try await ProvisionProgram(path: daemon.settings.provisionSocket).requirePresence(clock: daemon.clock)
        let known = await daemon.book.records
        notify(OnboardProgress(step: .joining))
        let hotspot = try await join(ssid, bssid)
        let isNew = known.records(app: OnboardOrder.app, accessory: hotspot.accessory.id).isEmpty
        do throws(AccessoryError) {
            let handOver = HotspotHandOver(
                daemon: daemon, hotspot: hotspot, app: OnboardOrder.app, terms: order.terms, warrant: warrant,
                who: "\(caller.identity)", handingOver: { await daemon.keepForGood(hotspot.accessory) })
            let way = HomeWalkRun.Way(
                handOver: handOver.run, leave: { _ in await daemon.leave(hotspot.lease) },
                follow: { send in send.yield(.left(await end(of: hotspot.lease))) })
            let (outcome, course) = try await walk.handOver(way)
            if isNew, !outcome.end.isGood { await daemon.takeBack(hotspot.accessory, outcome.text) }
            return await walk.arrive(
                outcome, course, handOver.expected, isNew && !outcome.end.isGood ? nil : hotspot.accessory)
        } catch {
            if isNew { await daemon.takeBack(hotspot.accessory, error.message) }
            throw error
        }
    }

    /// A radio calls the accessory of the label while it stays on its network. There is no link to leave, and no network or
    /// device of the accessory's own for a record.
    private func runOverEasyConnect(_ label: EasyConnectLabel) async throws(AccessoryError) -> OnboardProgress {
        guard order.terms.family == nil || order.terms.family == .easyConnect else {
            throw AccessoryError(
                .invalidRequest, "family: the label is one of \(Family.easyConnect.title)", field: "family")
        }
        notify(OnboardProgress(step: .joining))
        let radio = try await daemon.chooseRadio(wanted: interface, sharing: true)
        let errand = UplinkErrand(.easyConnect(title: label.title), order.terms, warrant: warrant)
        let call = EasyConnectCall(daemon: daemon, label: label, interface: radio.interface)
        let (outcome, course) = try await walk.handOver(
            HomeWalkRun.Way(handOver: { send in
                await call.run(for: Claimant(app: OnboardOrder.app), errand, who: "\(caller.identity)", send)
            }))
        return await walk.arrive(outcome, course, ExpectedIdentity(label), nil)
    }

    private func join(_ ssid: SSID, _ bssid: MACAddress?) async throws(AccessoryError) -> JoinedHotspot {
        let result = try await setUpOrder(ssid, bssid).carryOut(
            nil, for: daemon, by: caller, owner: owner, interface: interface
        ) { reply in
            if let lease = reply.lease {
                notify(OnboardProgress(step: lease.state.isOver ? .restoring : .joining, lease: lease))
            }
        }
        switch result.settlement {
        case .added(let accessory, let link?, _):
            guard let lease = result.lease, let ssid = accessory.ssid else { break }
            return JoinedHotspot(lease: lease, link: link, accessory: accessory, ssid: ssid)
        case .failed(var error):
            if let lease = result.lease, let worse = await end(of: lease), worse.code == .restoreFailed {
                error = worse
            }
            throw error
        case .added, .migrated: break
        }
        throw AccessoryError(.interrupted, "the accessory's network went away")
    }

    private func setUpOrder(_ ssid: SSID, _ bssid: MACAddress?) async throws(AccessoryError) -> SetUpOrder {
        guard let descriptor = try? Descriptor(ssid: ssid) else {
            throw AccessoryError(.invalidRequest, "ssid: it names no hotspot", field: "ssid")
        }
        return SetUpOrder(
            app: try await daemon.access.manifest(OnboardOrder.app),
            item: Setup.Item(name: ssid.description, descriptor: descriptor, passphrase: order.passphrase),
            choice: bssid.map { .accessPoint($0) } ?? .strongest, chooser: .order)
    }

    /// Follows a lease to its end, with the uplink's way back.
    private func end(of lease: Lease.ID) async -> AccessoryError? {
        await daemon.follow(lease).end { update in
            if update.state.isOver { notify(OnboardProgress(step: .restoring, lease: update)) }
        }?.error
    }
}
