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
        let (id, changes) = try await daemon.beginObservation(by: claimant)
        try await session.finishing {
            try replies.send(ObserveReply())
            let run = PresenceRun(
                daemon: daemon, claimant: claimant, accessories: request.accessories, changes: changes)
            try await run.run { accessory, change in
                try replies.send(ObserveReply(presence: PresenceUpdate(accessory, change)))
            }
        } then: {
            await daemon.endObservation(id)
        }
        return nil
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
