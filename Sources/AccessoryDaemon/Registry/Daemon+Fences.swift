// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// What keeps joined hotspots for their apps alone.
extension Daemon {
    /// Before anything is cut. Throws `radioUnavailable` if the settings require a fence and none would stand.
    func requireFence(for ssid: SSID) async throws(AccessoryError) {
        guard configuration.fence == .require,
            let obstacle = await FenceHold.obstacle(at: settings.linkSocket, clock: clock)
        else { return }
        throw AccessoryError(
            JoinFailure(.notFenced, detail: "[Fence] Mode=require, and no fence can stand: \(obstacle)"), joining: ssid)
    }

    /// The fence that a lease is to have now: it lets everybody through who has held the lease. Nil if it is to have none:
    /// a plan keeps the network for an app that need not call the agent, and would be cut off.
    func fence(of id: Lease.ID) -> Fence? {
        guard var entry = leases[id] else { return Fence() }
        if entry.isKept, entry.app != OnboardOrder.app, configuration.fence != .require { return nil }
        if entry.fence.agentsProgram == nil { entry.fence.agentsProgram = Self.uid(ofUser: "accessory-provision") }
        for owner in entry.owners { if let caller = sessions.caller(of: owner) { entry.fence.admit(caller.holder) } }
        let manifest = configuration.manifest(entry.app)
        (entry.fence.ports, entry.fence.multicast) = (manifest?.accepts ?? [], manifest?.multicast ?? false)
        leases[id] = entry
        return entry.fence
    }

    private static func uid(ofUser name: String) -> UInt32? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getpwnam_r(name, &entry, &text, text.count, &found) == 0 else { return nil }
        return found?.pointee.pw_uid
    }

    func noteFence(_ standing: FenceStanding, of id: Lease.ID) {
        guard let entry = leases[id] else { return }
        let before = entry.standing
        leases[id]?.standing = standing
        // Without accessory-link every join would have these lines.
        if !standing.isWithoutLink || before?.isWithoutLink == false {
            if before?.kind != standing.kind || before?.reason != standing.reason {
                publish(.lease, app: entry.app, accessory: entry.accessory, "'\(entry.ssid)': \(standing.line)")
            }
            if before == nil {
                let claimant = Claimant(app: entry.app, uid: entry.uid)
                commit(
                    [.note(book.joined(entry.ssid, for: claimant, on: entry.record, standing, at: now()))],
                    orLog: "cannot write the join of '\(entry.ssid)' to the history", of: entry.app)
            }
        }
        let known = Set(before?.refusals.map(\.name) ?? [])
        for refusal in standing.refusals where !known.contains(refusal.name) {
            publish(
                .lease, app: entry.app, accessory: entry.accessory,
                "'\(entry.ssid)': \(entry.station?.interface ?? entry.interface) refused \(refusal.name)")
        }
    }
}

extension Leases.Entry {
    /// The fence for people and tools.
    var fenceStatus: FenceStatus? {
        standing.map { standing in
            let isFenced = standing.kind != .none
            return FenceStatus(
                kind: FenceStatus.Kind(rawValue: standing.kind.rawValue) ?? .none,
                who: isFenced ? fence.subjects.map { $0.name(byUser: standing.reason != nil) } : [],
                reason: standing.reason, sent: standing.sent, received: standing.received, refused: standing.refused,
                keptOut: standing.keptOut, refusals: standing.refusals.map(\.name))
        }
    }
}

extension FenceOrder.Subject {
    fileprivate func name(byUser: Bool) -> String {
        if let cgroup, !byUser { "cgroup \(cgroup)" } else { "user \(user)" }
    }
}

extension Caller {
    var holder: Fence.Holder { Fence.Holder(identity, proof: proof) }
}
