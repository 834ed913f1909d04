// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// One look over Wi-Fi and Bluetooth, for all plans at once.
struct PlanSearch: Sendable {
    let survey: Survey
    /// The sightings that each plan is interested in.
    let discoveries: [Plan.ID: Discovery]

    /// For all plans with these means.
    init(for means: [Plan.ID: PlanMeans], _ daemon: Daemon) async throws(AccessoryError) {
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        let descriptors = means.values.compactMap(\.item?.descriptor)
        let rules = descriptors.compactMap(\.bluetooth)
        if !rules.isEmpty { survey.listen = ListenRequest(rules: rules) }
        var adapter: Adapter?
        if descriptors.contains(where: { $0.wifi != nil }) {
            // Prefer a radio that can join as well.
            adapter = try? await daemon.chooseRadio()
            if adapter == nil { adapter = try await daemon.chooseRadio(sharing: true) }
        }
        let access = await daemon.access
        if let adapter {
            let apps = Set(means.values.map(\.app.id))
            let heard = Set(apps.flatMap { access.records.all(of: $0) }.compactMap(\.frequency)).sorted()
            survey.look = LookRequest(for: descriptors, interface: adapter.interface, likelyFrequencies: heard)
        }
        self.survey = survey
        discoveries = means.compactMapValues { means in
            means.item.map { access.discovery(of: $0, for: means.app) }
        }
    }

    /// Reports the sightings after every change, until its task is cancelled. Throws if nothing can be found any more.
    func run(_ report: ([Plan.ID: Discovery]) async -> Void) async throws(AccessoryError) {
        var discoveries = discoveries
        try await survey.run { news, now throws(AccessoryError) in
            switch news {
            case .cannotLook(let error): throw error
            case .cannotListen(let error) where survey.look == nil: throw error
            case .networks(let look): for id in self.discoveries.keys { _ = discoveries[id]?.observe(look, at: now) }
            case .devices(let heard): for id in self.discoveries.keys { _ = discoveries[id]?.observe(heard, at: now) }
            // Without Bluetooth, the plans that need it do not keep the others waiting.
            case .listened, .cannotListen: for id in self.discoveries.keys { discoveries[id]?.hasListened = true }
            }
            await report(discoveries)
        }
    }
}
