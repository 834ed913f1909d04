// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct UplinkTests {
    private func withCamera(
        _ configuration: String, _ body: @escaping @Sendable (CameraApp) async throws -> Void
    ) async throws {
        let air = Agent.air.replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa3\nPassphrase=home sweet home"
        ).replacing("BSSID=02:00:00:00:01:42", with: "BSSID=02:00:00:00:01:42\nSecurity=wpa2\nPassphrase=camera-0042")
        try await Agent.run(air: air, configuration: configuration) { agent in
            let app = await CameraApp(agent)
            await app.start()
            try await Person(at: agent).sits {
                try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-", passphrase: "camera-0042")])
            }
            try await body(app)
        }
    }

    @Test func anAppGivesItsCameraTheMachinesOwnNetwork() async throws {
        try await withCamera("[Uplink]\nCredentialsFor=org.example.camera\n") { app in
            let uplink = try await app.session.uplinkCredentials()
            #expect(uplink.ssid == "HomeNet" && uplink.security == "wpa3" && !uplink.isHidden)
            #expect(uplink.passphrase == "home sweet home")
            var dumped = ""
            dump(uplink, to: &dumped)
            for showing in ["\(uplink)", String(reflecting: uplink), String(reflecting: [uplink]), dumped] {
                #expect(showing.contains("HomeNet") && !showing.contains("sweet"), "\(showing)")
            }
        }
    }

    @Test func anAppThatTheAdministratorDoesNotNameGetsNothing() async throws {
        try await withCamera("") { app in
            let error = await #expect(throws: ASError.self) { try await app.session.uplinkCredentials() }
            #expect(error?.code == .userRestricted)
            #expect(error?.message.contains("CredentialsFor=org.example.camera") == true)
        }
    }
}
