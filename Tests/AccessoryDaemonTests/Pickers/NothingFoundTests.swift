// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

/// Why there is nothing to choose: what the person sees, and what the app gets.
@Suite struct NothingFoundTests {
    private static let absent = ShowPickerRequest(
        items: [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssid: "MyCam-9999"))], discoveryTimeout: 1)

    private func show(
        _ request: ShowPickerRequest, air: String = Agent.air, configuration: String? = nil
    ) async throws -> (outcome: AppSession.Outcome, seen: [PickerUpdate]) {
        try await Agent.run(air: air, configuration: configuration) { agent in
            let (outcome, seen) = try await Person(agent: agent, chooses: "none").present {
                try await AppSession(agent: agent).showPicker(request)
            }
            return (outcome, seen)
        }
    }

    @Test func appAndPersonSeeThatNothingMatched() async throws {
        let (outcome, seen) = try await show(Self.absent)
        #expect(outcome.types == [.pickerDidPresent, .pickerDidDismiss])
        #expect(outcome.error?.code == .discoveryTimeout && outcome.error?.message.contains("MyCam-9999") == true)
        #expect(seen.last?.kind == .dismissed && seen.last?.error?.code == .discoveryTimeout)
    }

    @Test func anAppGetsNoReasonWhereTheAdministratorForbidsIt() async throws {
        let (outcome, seen) = try await show(
            Self.absent, configuration: "[Discovery]\nReportNothingFound=false\n")
        #expect(outcome.error?.code == .userCancelled && outcome.types == [.pickerDidPresent, .pickerDidDismiss])
        let shown = seen.first { $0.kind == .nothingFound }
        #expect(shown?.error?.code == .discoveryTimeout)
    }

    @Test func thePersonSeesThatNoRadioCanLook() async throws {
        let air = "[Air]\nQuickLookTime=20ms\n[Radio wlan0]\nUnusable=switchedOff\n"
        let (outcome, seen) = try await show(Self.absent, air: air)
        #expect(outcome.error?.code == .radioUnavailable && outcome.types == [.pickerDidPresent, .pickerDidDismiss])
        #expect(seen.first { $0.kind == .items } != nil && seen.last?.error?.code == .radioUnavailable)
    }

    @Test func anUnboundedSearchEndsWhenTheAppEndsIt() async throws {
        try await Agent.run { agent in
            let request = ShowPickerRequest(
                items: [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssid: "MyCam-9999"))],
                isUnbounded: true)
            let (outcome, _) = try await Person(agent: agent, chooses: "none").present {
                try await AppSession(agent: agent).showPicker(request) { event, app in
                    if event.type == .pickerDidPresent { try await app.call(.finishPickerDiscovery) }
                }
            }
            #expect(outcome.error?.code == .discoveryTimeout)
        }
    }

    @Test func aTimeBesideNoneIsRefused() async throws {
        try await Agent.run { agent in
            var request = Self.absent
            request.isUnbounded = true
            let error = try await AppSession(agent: agent).refused(request)
            #expect(error?.code == .invalidRequest && error?.field == "discoveryTimeout")
        }
    }
}
