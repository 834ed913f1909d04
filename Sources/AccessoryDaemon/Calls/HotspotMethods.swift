// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// ApplyHotspot and RemoveHotspot. Unlike on phones, the answer reports the join, or why it failed.
extension Session {
    func applyHotspot(_ request: ApplyHotspotRequest, _ claimant: Claimant) async throws -> ApplyHotspotReply {
        let order = try HotspotOrder(request)
        let manifest = try await daemon.access.manifest(claimant.app)
        try manifest.check(order.descriptor, at: nil)
        try await daemon.access.checkRoom(for: order, of: claimant, uid: caller.identity.uid)
        // Already associated is success.
        if await daemon.radios().adapters.contains(where: { order.isUplink(of: $0) }) {
            let hotspot = try await daemon.apply(order, of: claimant, by: caller)
            return ApplyHotspotReply(hotspot: hotspot, joined: true)
        }
        // The join rests on the app's session, which lives as long as the app; without one, on this connection.
        let owner = await daemon.sessions.active(claimant) ?? id
        let addressing = request.addressing ?? .ipv4
        var outcome = try await authorized(order, claimant, addressing, owner)
        if outcome == nil { outcome = try await chosen(order, for: manifest, claimant, addressing, owner) }
        let hotspot = try await daemon.apply(order, of: claimant, by: caller)
        if let lease = outcome?.lease {
            let own = id
            await daemon.withLeases {
                $0[lease]?.isApplied = true
                if owner != own { $0[lease]?.interim = owner }
            }
        }
        return ApplyHotspotReply(
            hotspot: hotspot, joined: outcome?.link != nil, link: outcome?.link, error: outcome?.error)
    }

    private struct Outcome {
        var lease: Lease.ID?
        var link: Link?
        var error: AccessoryError?
    }

    /// Joins with an access that the app has; nil if it has none, so that a person must be asked.
    private func authorized(
        _ order: HotspotOrder, _ claimant: Claimant, _ addressing: JoinRequest.Addressing, _ owner: Sessions.ID
    ) async throws -> Outcome? {
        let now = daemon.now()
        let own = await daemon.access.records(of: claimant).filter { record in
            record.isValid(at: now) && record.accessory.ssid.map { order.contains($0) } ?? false
        }
        guard let first = own.first else { return nil }
        do {
            let record =
                own.count == 1 ? first : try await strongest(of: own, hasPassphrase: order.passphrase != nil) ?? first
            let lease = try await daemon.hold(
                record, for: claimant, passphrase: order.passphrase, addressing: addressing, owner: owner)
            switch await daemon.follow(lease).first({ $0.state == .joined ? $0 : nil }) {
            case .found(let update): return Outcome(lease: lease, link: update.link)
            case .ended(let end):
                return Outcome(error: end.error ?? AccessoryError(.connectionFailed, "'\(order.title)' was left"))
            case nil: throw CancellationError()
            }
        } catch let error as AccessoryError {
            return Outcome(error: error)
        }
    }

    /// The record whose network has the strongest signal once all channels have been visited; nil if none is in range.
    private func strongest(of records: [AccessRecord], hasPassphrase: Bool) async throws -> AccessRecord? {
        let adapter = try await daemon.chooseRadio()
        let request = LookRequest(
            interface: adapter.interface, ssids: records.compactMap(\.accessory.ssid),
            likelyFrequencies: Set(records.compactMap(\.frequency)).sorted())
        do {
            for try await look in await daemon.radio.look(request) where look.isComplete {
                let heard = look.networks.filter { network in
                    records.contains { record in
                        record.accessory.ssid == network.ssid
                            && ExpectedSecurity(
                                remembered: record.security, hasPassphrase: hasPassphrase
                            ).allows(network.security)
                    }
                }
                let best = heard.max { $0.signal < $1.signal }
                return records.first { $0.accessory.ssid == best?.ssid }
            }
        } catch let why as Unavailability {
            throw AccessoryError(why, of: adapter.interface)
        }
        return nil
    }

    /// Asks a person, whose choice joins and grants.
    private func chosen(
        _ order: HotspotOrder, for manifest: Manifest, _ claimant: Claimant, _ addressing: JoinRequest.Addressing,
        _ owner: Sessions.ID
    ) async throws -> Outcome {
        let item = Setup.Item(name: manifest.name, descriptor: order.descriptor, passphrase: order.passphrase)
        let result = try await present(
            [item], for: manifest, claimant, leaseOwner: owner, timeout: .default, addressing: addressing,
            notify: { _ in })
        switch result.settlement {
        case .added(_, let link, _): return Outcome(lease: result.lease, link: link)
        case .migrated: return Outcome(lease: nil)
        case .failed(let error): throw error
        }
    }

    func removeHotspot(_ query: HotspotQuery, of app: String, uid: UInt32?, why: String) async throws {
        let cause = Cause(who: "\(caller.identity)", proof: caller.proof, why: why)
        for hotspot in try await daemon.access.hotspots(named: query, of: app, uid: uid) {
            for lease in try await daemon.remove(hotspot, .hotspotRemoved, cause) {
                try await Self.left(await daemon.follow(lease))
            }
        }
    }
}

extension HotspotOrder {
    /// The machine is on this network through a profile of its own.
    fileprivate func isUplink(of adapter: Adapter) -> Bool {
        switch adapter.activity {
        case .connected(_, let ssid?): contains(ssid)
        case .connected(_, nil), .connecting, .idle, .accessory, .unusable: false
        }
    }
}
