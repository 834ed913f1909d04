// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// The history of every change, with the reason for each grant.
@Suite struct HistoryTests {
    private static let camera = Agent.camera

    @Test func theHistoryRecordsWhoWithWhatProofAndWhy() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await agent.setUp(as: "camera")
            _ = try await agent.control.call(
                .grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0042", origin: .plan))
        }
        try await Agent.run(in: directory) { agent in
            let entries = try await agent.history()
            #expect(entries.map(\.action) == [.granted, .granted])
            #expect(entries.map(\.name) == ["camera's name", "MyCam-0042"])
            #expect(entries.map(\.proof) == [Proof(.unit, "camera.service"), nil])
            #expect(entries.map(\.why) == ["chosen at the picker", "granted by plan, without a picker"])
            #expect(entries.allSatisfy { $0.who.hasPrefix("uid ") })
            #expect(try await agent.control.call(.listHistory, HistoryQuery(app: "org.example.plug")).entries.isEmpty)
            #expect(Set(try await agent.control.access(app: Self.camera).records.map(\.origin)) == [.picker, .plan])
        }
    }

    @Test(arguments: [0, 1001, -1])
    func refusesAPageOfTheHistoryThatIsTooLarge(limit: Int) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.listHistory, HistoryQuery(limit: limit))
            }
            #expect(error?.field == "limit")
        }
    }

    @Test func noGrantWithoutAPickerClaimsAPicker() async throws {
        try await Agent.run { agent in
            let wrong = [
                "origin": GrantRequest(app: Self.camera, ssid: "MyCam-0001", origin: .picker),
                "expires": GrantRequest(app: Self.camera, ssid: "MyCam-0001", expires: Timestamp(seconds: 5)),
                "bluetoothAddress": GrantRequest(app: Self.camera, ssid: "MyCam-0001", bluetoothAddress: "02:00"),
            ]
            for (field, request) in wrong {
                let error = await #expect(throws: AccessoryError.self) {
                    try await agent.control.call(.grantAccess, request).record
                }
                #expect(error?.code == .invalidRequest && error?.field == field)
            }
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }
}
