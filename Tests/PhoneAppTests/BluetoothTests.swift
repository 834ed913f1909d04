// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5))) struct BluetoothTests {
    /// A camera with both radios, whose Bluetooth name is its SSID.
    private static let air = """
        \(Agent.air)
        [Bluetooth hci0]
        Address=02:00:00:00:0A:01
        [AccessPoint two radios]
        SSID=MyCam-00112233
        BSSID=02:00:00:00:0B:01
        [Device two radios]
        Address=02:00:00:00:0C:01
        Name=MyCam-00112233
        Services=180D
        """

    @Test func pairsBridgesJoinsAndGoesOnOverBluetooth() async throws {
        try await Agent.run(air: Self.air) { agent in
            let person = Person(at: agent, choosing: "MyCam-00112233")
            try await person.sits {
                let app = await CameraApp(agent)
                await app.start()
                let item = try CameraApp.item(prefix: "MyCam-")
                item.descriptor.bluetoothServiceUUID = CBUUID(string: "180D")
                item.descriptor.supportedOptions = .bluetoothPairingLE
                try await app.session.showPicker(for: [item])
                #expect(
                    await app.happened == [
                        .activated, .pickerDidPresent, .pickerSetupPairing, .accessoryAdded, .pickerDidDismiss,
                    ])
                let camera = try #require(await app.camera)
                #expect(camera.ssid == "MyCam-00112233")
                #expect(camera.bluetoothIdentifier != nil)
                #expect(camera.descriptor.supportedOptions == .bluetoothPairingLE)
                let path = try #require(try await app.session.bluetoothObjectPath(for: camera))
                #expect(path.hasSuffix("02_00_00_00_0C_01"))
            }
            #expect(person.questions.count == 1)
        }
    }

    @Test func migratesByAnIdentifierOfTheAgentOnly() async throws {
        try await Agent.run(air: Self.air) { agent in
            try await agent.ctl(
                "access", "grant", "--app", "org.example.camera", "--user", "\(getuid())", "--ssid", "MyCam-00112233",
                "--bluetooth", "02:00:00:00:0C:01")
            let person = Person(at: agent)
            try await person.sits {
                let app = await CameraApp(agent)
                await app.start()
                let known = try #require(await app.camera)
                let old = ASMigrationDisplayItem(
                    name: "Old camera", productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
                #expect(known.bluetoothIdentifier != nil)
                old.peripheralIdentifier = known.bluetoothIdentifier
                try await app.session.showPicker(for: [old])
                #expect(app.session.accessories == [known])
                old.peripheralIdentifier = UUID()
                let error = await failure { try await app.session.showPicker(for: [old]) }
                #expect((error as? ASError)?.code == .invalidRequest)
                #expect((error as? ASError)?.field == "migrations[0].bluetoothIdentifier")
            }
            #expect(person.questions == ["migration"])
        }
    }

    @Test func hasNoPathWhereThereIsNoBluetooth() async throws {
        try await Agent.run { agent in
            let person = Person(at: agent, choosing: "MyCam-0042")
            try await person.sits {
                let app = await CameraApp(agent)
                await app.start()
                try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
                let camera = try #require(await app.camera)
                #expect(camera.bluetoothIdentifier == nil)
                #expect(try await app.session.bluetoothObjectPath(for: camera) == nil)
            }
        }
    }
}
