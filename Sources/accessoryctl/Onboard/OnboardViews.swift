// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import LabelReading

/// A step of one accessory.
struct OnboardStepRow: Hashable, Sendable {
    var progress: OnboardProgress
    var accessory: NewAccessory

    init(_ progress: OnboardProgress, _ accessory: NewAccessory) {
        self.progress = progress
        self.accessory = accessory
    }
}

extension View<OnboardStepRow> {
    static let onboardSteps = View(
        title: "Accessories",
        columns: [
            Column("NAME", width: .name) { $0.accessory.name },
            Column("STEP") { $0.progress.step.rawValue },
            Column("LEASE") { $0.progress.lease?.state.rawValue },
            Column("PROTECTION", isCommon: false) { $0.progress.protection },
            Column("MODEL", isCommon: false) { $0.progress.device?.model },
            Column("VERSION", isCommon: false) { $0.progress.device?.version },
            Column("OUTCOME", colour: { $0.progress.outcome?.colour }) { $0.progress.outcome?.rawValue },
            Column("ADDRESS") { $0.progress.address },
            Column("PAGE", width: .name, isCommon: false) { $0.progress.page },
            Column("ARRIVAL", isCommon: false) { $0.progress.arrival?.state.rawValue },
            Column("EVIDENCE", isCommon: false) { $0.progress.arrival?.evidence },
            Column("STATION", isCommon: false) { $0.progress.arrival?.station?.description },
            Column("HOST", width: .name, isCommon: false) { $0.progress.arrival?.host },
            Column("FAMILY", width: .name, isCommon: false) { $0.accessory.family },
            Column("ACCESSORY-ID", isCommon: false) { $0.progress.accessory?.id },
            Column("REASON", width: .text) { $0.progress.explanation },
        ])

    /// Widths that fit most steps.
    static let onboardStepWidths = [24, 19, 14, 17, 15]
}

extension View<NewAccessory> {
    /// The list for a person, without its numbers.
    static let newAccessories = View(
        title: "New accessories",
        columns: [
            Column("NAME", width: .name) { $0.name },
            Column("FAMILY", width: .name) { $0.familyName + ($0.isCertain ? "" : "?") },
            Column("OVER") { $0.ssid == nil ? "Bluetooth" : $0.wasReset == true ? "hotspot, reset" : "hotspot" },
            Column("SIGNAL") { $0.ssid == nil ? $0.rssi.map { "\($0) dBm" } : $0.signal.map { String($0) } },
            Column("SECURITY") { $0.ssid == nil ? nil : $0.security?.title },
        ])
}

extension View<OtherAccessory> {
    /// Below the list for a person.
    static let otherAccessories = View(
        title: "Other accessories",
        columns: [
            Column("NAME", width: .name) { $0.name },
            Column("KIND") { $0.kind },
            Column("SIGNAL") { $0.rssi.map { "\($0) dBm" } },
            Column("ADDED-BY") { $0.addedBy },
        ])
}

extension OnboardOutcome {
    var colour: Colour {
        switch self {
        case .onNetwork, .unknown: .green
        case .wrongPassphrase, .networkNotInReach, .wrongProof, .buttonNeeded, .portalNotServed, .refused, .vanished:
            .red
        case .notSeen: .yellow
        }
    }
}
