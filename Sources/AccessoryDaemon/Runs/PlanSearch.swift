// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// One look over Wi-Fi and Bluetooth, for all plans at once.
struct PlanSearch: Sendable {
    let survey: Survey
    /// The sightings that each plan is interested in.
    let discoveries: [Plan.ID: Discovery]

    /// Reports the sightings after every change, until its task is cancelled. Throws if nothing can be found any more.
    func run(_ report: ([Plan.ID: Discovery]) async -> Void) async throws(AccessoryError) {
        var discoveries = discoveries
        try await survey.run { news, now throws(AccessoryError) in
            for id in Array(discoveries.keys) {
                switch news {
                case .networks(let look): _ = discoveries[id]?.observe(look, at: now)
                case .devices(let devices): _ = discoveries[id]?.observe(devices, at: now)
                // Without Bluetooth, the plans that need it do not keep the others waiting.
                case .listened, .cannotListen: discoveries[id]?.hasListened = true
                case .cannotLook: break
                }
            }
            switch news {
            case .cannotLook(let error): throw error
            case .cannotListen(let error) where survey.look == nil: throw error
            case .networks, .devices, .listened, .cannotListen: await report(discoveries)
            }
        }
    }
}
