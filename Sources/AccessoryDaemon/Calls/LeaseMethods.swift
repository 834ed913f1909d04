// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// JoinHotspot and LeaveHotspot, on both sockets.
extension Session {
    func join<M: StreamMethod>(
        _ request: JoinHotspotRequest, to replies: Replies<M>, for claimant: Claimant
    ) async throws -> LeaseReply? where M.Reply == LeaseReply {
        let passphrase = try request.passphrase.read(DescriptorFields.passphrase, field: "passphrase")
        guard caller.entrance == .control || request.force == nil else {
            throw AccessoryError(
                .notAuthorized, "force: only an administrator cuts a network that could not come back", field: "force")
        }
        let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
        let record = try await daemon.access.record(query, of: claimant)
        let ssid = record.accessory.ssid
        let lease = try await daemon.hold(
            record, for: claimant, passphrase: passphrase, addressing: request.addressing ?? .ipv4,
            isHidden: request.hidden == true, isForced: request.force == true, owner: id
        ) { uplink in
            // A caller that is gone is noticed below.
            ssid.map { try? replies.send(LeaseReply(lease: LeaseUpdate(state: .restoring, ssid: $0, uplink: uplink))) }
        }
        let end = try await stream(lease, to: replies) { LeaseReply(lease: $0) }
        guard let ssid else { return nil }
        return try last(of: end, to: replies, ssid: ssid) { LeaseReply(lease: $0) }
    }

    func leave(_ request: LeaveHotspotRequest, for claimant: Claimant) async throws {
        var ssid: SSID?
        if request.accessory != nil || request.ssid != nil {
            let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
            let named = try await daemon.access.records(named: query, of: claimant).first?.accessory.ssid
            ssid = try named ?? request.ssid.read(DescriptorFields.ssid, field: "ssid")
        }
        let leases = await daemon.leases.live(of: claimant, ssid: ssid)
        guard !leases.isEmpty else {
            let what = ssid.map { "'\($0)'" } ?? "hotspot"
            throw AccessoryError(.unknownAccessory, "\(claimant.app) holds no \(what)")
        }
        for lease in leases {
            let handle = await daemon.follow(lease)
            guard await daemon.leave(lease, by: caller) else { continue }
            try await Self.left(handle)
        }
    }

    /// Waits until a lease that is ending is over. Throws if the uplink is not restored.
    static func left(_ lease: LeaseHandle) async throws {
        if let error = await lease.end()?.error, error.code == .restoreFailed { throw error }
    }

    /// How a lease ended.
    struct LeaseEnd {
        /// The last state, when the uplink is restored. Not sent yet: it may be the call's last reply.
        var restored: LeaseUpdate?
        /// The caller has it already.
        var wasSent = false
        var error: AccessoryError?
    }

    /// Streams a lease's states to its end, those after `heard`.
    func stream<M: StreamMethod>(
        _ lease: Lease.ID, to replies: Replies<M>, after heard: LeaseUpdate? = nil, reply: (LeaseUpdate) -> M.Reply
    ) async throws -> LeaseEnd {
        let end = try await daemon.follow(lease, as: id).end(after: heard) { update in
            if update.state != .restored { try replies.send(reply(update)) }
        }
        // The caller's connection is gone.
        guard let end else { throw CancellationError() }
        return LeaseEnd(
            restored: end.last?.state == .restored ? end.last : nil, wasSent: end.last == heard, error: end.error)
    }

    /// The last reply to a call that held a lease: `restored`, or `left` if nothing had been cut, or the error.
    func last<M: StreamMethod>(
        of end: LeaseEnd, to replies: Replies<M>, ssid: SSID, error: AccessoryError? = nil,
        reply: (LeaseUpdate) -> M.Reply
    ) throws -> M.Reply {
        guard let error = error ?? end.error else {
            return reply(end.restored ?? LeaseUpdate(state: .left, ssid: ssid))
        }
        if let restored = end.restored, !end.wasSent { try replies.send(reply(restored)) }
        throw end.error?.code == .restoreFailed ? (end.error ?? error) : error
    }
}
