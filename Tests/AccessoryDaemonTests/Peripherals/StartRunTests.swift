// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

/// The files that start apps whose accessories are there.
@Suite(.timeLimit(.minutes(2))) struct StartRunTests {
    private static let plug = "org.example.plug"

    private static func app(_ presence: String) -> String {
        """
        [App]
        Name=Plug
        [Identity]
        Units=plug.service
        [Discovery]
        SSIDPrefixes=MyPlug
        BluetoothServices=FFF0
        [Presence]
        \(presence)
        """
    }

    private func run(
        _ presence: String = "Start=Bluetooth\nListening=1", gadget: Gadget, in directory: String? = nil,
        configuration: String? = nil,
        _ body: @Sendable (_ agent: Agent, _ file: String, _ plug: Accessory.ID) async throws -> Void
    ) async throws {
        try await Agent.run(
            air: Agent.air, apps: [Self.plug: Self.app(presence)], in: directory, bluetooth: gadget,
            configuration: configuration, clock: HurriedClock(.seconds(60)), uptime: { .seconds(120) }
        ) { agent in
            let grant = GrantRequest(app: Self.plug, ssid: "MyPlug", bluetoothAddress: Gadget.address)
            let plug = try await agent.control.call(.grantAccess, grant).record.accessory.id
            try await body(agent, "\(agent.daemon.settings.presentFolder)/\(Self.plug)/\(plug)", plug)
        }
    }

    private func isThere(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

    private func becomes(_ isThere: Bool, _ file: String) async throws {
        while self.isThere(file) != isThere { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func aFileStandsAsLongAsTheAccessoryIsThere() async throws {
        let gadget = try Gadget()
        try await run(gadget: gadget) { _, file, _ in
            try await becomes(true, file)
            #expect(FileManager.default.contents(atPath: file) == Data("bluetooth\n".utf8))
            let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(rights == 0o644)
            gadget.goAway()
            try await becomes(false, file)
        }
    }

    @Test func aFileGoesWithTheAccess() async throws {
        try await run(gadget: try Gadget()) { agent, file, plug in
            try await becomes(true, file)
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Self.plug, accessory: plug))
            try await becomes(false, file)
            #expect(!isThere("\(agent.daemon.settings.presentFolder)/\(Self.plug)"))
        }
    }

    @Test func theAdministratorsLimitOfNothingShowsNothing() async throws {
        try await run(gadget: try Gadget(), configuration: "[Presence]\nListening=0\n") { agent, _, _ in
            #expect(await agent.daemon.access.starts.isEmpty)
        }
    }
}
