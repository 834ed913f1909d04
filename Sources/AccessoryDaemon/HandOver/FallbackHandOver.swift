// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The hand-over of another home network to a known accessory over its own radio, by which it takes one as a new accessory
/// does. The agent has no proof of its label.
struct FallbackHandOver: Sendable {
    let daemon: Daemon
    let accessory: Accessory
    let expected: ExpectedIdentity
    let found: NewAccessories.Found
    let move: Residence.Move
    let notify: @Sendable (OnboardProgress) -> Void

    func run() async throws(AccessoryError) -> ProvisioningOutcome {
        try move.check(try await daemon.uplink.ssid(named: move.network))
        let outcome =
            switch found.source {
            case .hotspot(let network): try await run(in: network)
            case .bluetooth(let device): try await run(over: device)
            }
        if outcome.end == .onNetwork { await daemon.noteGiven(to: accessory.id) }
        return outcome
    }

    private var terms: HandOverTerms {
        HandOverTerms(family: found.recognition.family, network: move.network, allowsClearText: move.allowsClearText)
    }

    private var walk: HomeWalkRun { HomeWalkRun(daemon: daemon, arrival: .none, notify: notify) }

    /// The join takes only what the record knows: its access points, its security and its passphrase.
    private func run(in network: WiFiNetwork) async throws(AccessoryError) -> ProvisioningOutcome {
        try await ProvisionProgram(path: daemon.settings.provisionSocket).requirePresence(clock: daemon.clock)
        guard let ssid = network.ssid,
            let record = await daemon.records.records(of: accessory.id).first(where: { $0.accessory.ssid == ssid })
        else { throw AccessoryError(.interrupted, "the accessory was removed meanwhile") }
        let claimant = Claimant(app: OnboardOrder.app)
        // Before anything is cut for that.
        try await daemon.policy.check(
            UplinkErrand(.network(title: accessory.displayName, network.security), terms, warrant: move.warrant),
            of: claimant.app, in: nil)
        let lease = try await daemon.hold(record, for: claimant, passphrase: nil, addressing: .ipv4, owner: nil)
        do throws(AccessoryError) {
            let handOver = HotspotHandOver(
                daemon: daemon,
                hotspot: JoinedHotspot(
                    lease: lease, link: try await link(of: lease), accessory: record.accessory, ssid: ssid),
                app: claimant.app, terms: terms, warrant: move.warrant, who: move.who, verify: verify)
            let way = HomeWalkRun.Way(
                handOver: handOver.run, leave: { _ in await daemon.leave(lease) },
                follow: { send in send.yield(.left(await daemon.follow(lease).end()?.error)) })
            return try await walk.handOver(way).0
        } catch {
            await daemon.leave(lease)
            throw error
        }
    }

    /// Accessories of one family may share a name, and not all of them name their address.
    private func verify(_ device: DeviceIdentity) throws(AccessoryError) {
        guard let address = device.address, expected.fits(address) == false else { return }
        throw AccessoryError(
            .provisioningFailed, "the device in the hotspot calls itself \(address), which is not the accessory's")
    }

    /// A hotspot that has closed meanwhile is no try: the lease looks for it before it cuts anything.
    private func link(of lease: Lease.ID) async throws(AccessoryError) -> Link {
        var isCounted = false
        let turn: LeaseHandle.Turn<Link>?
        do {
            turn = try await daemon.follow(lease).first { update in
                if !isCounted, update.state != .scanning, !update.state.isOver {
                    isCounted = true
                    try await daemon.tryFallback(of: accessory.id)
                }
                return update.link
            }
        } catch {
            throw error as? AccessoryError ?? AccessoryError(.invalidated, "the caller is gone")
        }
        switch turn {
        case .found(let link): return link
        case .ended(let end): throw end.error ?? AccessoryError(.interrupted, "the accessory's network went away")
        case nil: throw AccessoryError(.invalidated, "the caller is gone")
        }
    }

    private func run(over device: Advertisement) async throws(AccessoryError) -> ProvisioningOutcome {
        try await daemon.tryFallback(of: accessory.id)
        let (daemon, id) = (daemon, accessory.id)
        var handOver = BluetoothHandOver(
            daemon: daemon, device: device, family: found.recognition.family, app: OnboardOrder.app, terms: terms,
            warrant: move.warrant,
            who: move.who,
            handingOver: { _ throws(AccessoryError) in try await daemon.checkMove(of: id) })
        return try await daemon.settlingBonds { bonds throws(AccessoryError) in
            try await handOver.pairIfNeeded(bonds)
            let (outcome, _) = try await walk.handOver(HomeWalkRun.Way(handOver: handOver.run))
            try await daemon.keepOwned(handOver.device.address.address)
            return outcome
        }
    }
}
