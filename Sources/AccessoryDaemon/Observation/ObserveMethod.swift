// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// Observe: an app learns whether its accessories are on the air.
extension SetupInterface.Observe: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { request, replies, claimant, session in
        let daemon = session.daemon
        guard (1...Limits.observed).contains(request.accessories.count) else {
            throw AccessoryError.invalid(
                "accessories", "accessories: name 1 to \(Limits.observed), not \(request.accessories.count)")
        }
        _ = try await daemon.access.observed(request.accessories, by: claimant)
        let (id, changes) = try await daemon.withSessions { try $0.observations.begin(by: claimant) }
        try await session.finishing {
            try replies.send(ObserveReply())
            let run = PresenceRun(
                daemon: daemon, claimant: claimant, presence: Presence(daemon.settings.observing), changes: changes
            ) { access throws(AccessoryError) in
                PresenceRun.Subject(
                    accessories: try access.observed(request.accessories, by: claimant),
                    identities: access.book.identities.filter { request.accessories.contains($0.key) })
            }
            try await run.run { accessory, change in
                try replies.send(ObserveReply(presence: PresenceUpdate(accessory, change)))
            }
        } then: {
            await daemon.withSessions { $0.observations.end(id) }
        }
        return nil
    }
}

/// What shows accessories on the air.
extension Access {
    /// Throws as `record(_:of:)` if the app may not use one of the accessories now.
    func observed(_ accessories: [Accessory.ID], by claimant: Claimant) throws(AccessoryError) -> [ObservedAccessory] {
        try accessories.map { id throws(AccessoryError) in observed(try record(id, of: claimant)) }
    }

    /// The accessories of all apps that were put on the home network.
    var putOnNetwork: [ObservedAccessory] { book.identities.keys.flatMap { records.records(of: $0) }.map(observed) }

    func observed(_ record: AccessRecord) -> ObservedAccessory {
        ObservedAccessory(
            record, isResetByHotspot: book.identities[record.accessory.id]?.hasHotspotForSetUpAlone ?? false)
    }
}

extension PresenceUpdate {
    init(_ accessory: Accessory.ID, _ change: Presence.Change) {
        switch change {
        case .appeared(.bluetooth): self.init(accessory: accessory, change: .appeared, radio: .bluetooth)
        case .appeared(.wifi): self.init(accessory: accessory, change: .appeared, radio: .wifi)
        case .disappeared: self.init(accessory: accessory, change: .disappeared)
        case .reset: self.init(accessory: accessory, change: .reset, radio: .wifi)
        }
    }
}
