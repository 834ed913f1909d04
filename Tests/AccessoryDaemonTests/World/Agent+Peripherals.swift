// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// A plug with a Bluetooth side, and two apps that may look for it, of which one was granted it.
extension Agent {
    func bluetooth(_ name: String) -> BluetoothClient {
        BluetoothClient(AgentSockets(directory: "\(directory)/\(name)"))
    }

    static func plugGrant(to app: String) -> GrantRequest {
        GrantRequest(app: app, ssid: "MyPlug", bluetoothAddress: "02:00:00:00:0B:01")
    }

    private static func plugAir(_ more: String) -> String {
        """
        \(air)
        [Bluetooth hci0]
        Address=02:00:00:00:0B:00
        [Device plug]
        Address=02:00:00:00:0B:01
        Name=Plug
        Services=FFF0
        Characteristics=FFF0/FFF1:00 read write notify; FFF0/FFF2:00000000 notify
        \(more)
        [Device neighbour]
        Address=02:00:00:00:0B:02
        Services=FFF0
        """
    }

    private static func plugApp(_ name: String) -> String {
        """
        [App]
        Name=\(name)
        Supports=WiFi;Bluetooth
        [Identity]
        Units=\(name).service
        [Discovery]
        SSIDPrefixes=MyPlug
        BluetoothServices=FFF0
        """
    }

    /// - Parameter more: keys of the plug in the air's file.
    static func talking(
        more: String = "", _ body: @Sendable (_ agent: Agent, _ plug: Accessory.ID) async throws -> Void
    ) async throws {
        try await run(
            air: plugAir(more),
            apps: ["org.example.plug": plugApp("plug"), "org.example.viewer": plugApp("viewer")],
            callers: ["plug", "viewer", "stranger"]
        ) { agent in
            let record = try await agent.control.call(.grantAccess, plugGrant(to: "org.example.plug")).record
            try await body(agent, record.accessory.id)
        }
    }

    /// Holds a link of the app around `body`.
    func isLinked(_ name: String, to plug: Accessory.ID, _ body: () async throws -> Void) async throws {
        let link = try bluetooth(name).stream(.connect, AccessoryQuery(accessory: plug))
        var replies = link.makeAsyncIterator()
        while let reply = try await replies.next(), reply.connection.state != .connected {}
        try await body()
        withExtendedLifetime(link) {}
    }

    /// The agent has noticed that the app's links are gone.
    func isUnlinked(_ name: String) async throws {
        for try await news in try bluetooth(name).stream(.monitor)
        where !news.peripherals.contains(where: \.isConnected) {
            return
        }
    }
}
