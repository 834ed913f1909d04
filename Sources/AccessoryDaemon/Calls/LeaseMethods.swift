// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// JoinHotspot and LeaveHotspot, on both sockets.
extension Session {
    func join(_ call: Call, _ request: JoinHotspotRequest, for claimant: Claimant) async throws {
        let passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        guard caller.entrance == .control || request.force == nil else {
            throw AccessoryError(
                .notAuthorized, "force: only an administrator cuts a network that could not come back", field: "force")
        }
        let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
        let record = try await daemon.access(query, of: claimant)
        let lease = try await daemon.hold(
            record, for: claimant, passphrase: passphrase, addressing: request.addressing ?? .ipv4,
            isHidden: request.hidden == true, isForced: request.force == true, owner: id)
        let end = try await stream(lease, to: call) { LeaseReply(lease: $0) }
        guard let ssid = record.accessory.ssid else { return }
        try finish(end, of: call, ssid: ssid) { LeaseReply(lease: $0) }
    }

    func leave(_ call: Call, _ request: LeaveHotspotRequest, for claimant: Claimant) async throws {
        var ssid: SSID?
        if request.accessory != nil || request.ssid != nil {
            let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
            let named = try await daemon.records(named: query, of: claimant).first?.accessory.ssid
            ssid =
                try named
                ?? request.ssid.map { text throws(AccessoryError) in
                    try DescriptorFields.ssid(text, field: "ssid")
                }
        }
        let leases = await daemon.liveLeases(of: claimant, ssid: ssid)
        guard !leases.isEmpty else {
            let what = ssid.map { "'\($0)'" } ?? "hotspot"
            throw AccessoryError(.unknownAccessory, "\(claimant.app) holds no \(what)")
        }
        for lease in leases {
            let news = await daemon.news(of: lease)
            guard await daemon.leave(lease, by: caller) else { continue }
            try await Self.left(news)
        }
        try connection.reply(to: call)
    }

    /// Waits until a lease that is ending is over. Throws if the uplink is not restored.
    static func left(_ news: AsyncStream<LeaseNews>) async throws {
        for await case .ended(let error?) in news where error.code == .restoreFailed { throw error }
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
    func stream(
        _ lease: Lease.ID, to call: Call, after heard: LeaseUpdate? = nil, reply: (LeaseUpdate) -> some Encodable
    ) async throws -> LeaseEnd {
        var last = heard
        for await news in await daemon.news(of: lease, to: id) {
            switch news {
            case .update(let update):
                guard update != last else { continue }
                last = update
                if update.state != .restored { try connection.reply(to: call, reply(update), continues: true) }
            case .ended(let error):
                return LeaseEnd(
                    restored: last?.state == .restored ? last : nil, wasSent: last == heard, error: error)
            }
        }
        // The caller's connection is gone.
        throw CancellationError()
    }

    /// The last reply to a call that held a lease: `restored`, or `left` if nothing had been cut, or the error.
    func finish(
        _ end: LeaseEnd, of call: Call, ssid: SSID, error: AccessoryError? = nil,
        reply: (LeaseUpdate) -> some Encodable
    ) throws {
        guard let error = error ?? end.error else {
            return try connection.reply(to: call, reply(end.restored ?? LeaseUpdate(state: .left, ssid: ssid)))
        }
        if let restored = end.restored, !end.wasSent {
            try connection.reply(to: call, reply(restored), continues: true)
        }
        throw end.error?.code == .restoreFailed ? (end.error ?? error) : error
    }
}
