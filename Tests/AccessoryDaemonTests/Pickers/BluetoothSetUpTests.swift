// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Synchronization
import Testing

@testable import AccessoryDaemon

/// Set-ups of accessories with a Bluetooth side, over real sockets, on a simulated air.
@Suite(.timeLimit(.minutes(5))) struct BluetoothSetUpTests {
    /// A GoPro that starts its hotspot and hands it out, a Shelly that the bridge knows, and an LE plug.
    private static let air =
        Agent.air + """

            [Bluetooth hci0]
            Address=02:00:00:00:0B:00
            [AccessPoint gopro]
            SSID=GP24500711
            BSSID=24:74:f7:00:07:11
            Security=wpa2
            Passphrase=surf-ski-0711
            [Device gopro]
            Address=d4:32:60:00:07:11
            AddressType=random
            Name=GoPro 0711
            Services=FEA6
            Pairing=comparison
            Number=4711
            Characteristics=b5f90001-aa8d-11e3-9046-0002a5d5c51b/b5f90002-aa8d-11e3-9046-0002a5d5c51b:'GP24500711' encrypted; b5f90001-aa8d-11e3-9046-0002a5d5c51b/b5f90003-aa8d-11e3-9046-0002a5d5c51b:'surf-ski-0711' encrypted
            StartsHotspot=FEA6/b5f90072-aa8d-11e3-9046-0002a5d5c51b:03170101 encrypted
            Hotspot=gopro
            ClassicAddress=d4:32:60:00:07:12
            [AccessPoint shelly]
            SSID=ShellyPlus1-A8032ABBCC00
            BSSID=a8:03:2a:bb:cc:01
            [Device shelly]
            Address=a8:03:2a:bb:cc:02
            Name=ShellyPlus1-A8032ABBCC00
            ManufacturerData=0BA9:0107000ac049ef8873e80b3412
            """

    private static let apps = [
        "org.example.camera": """
        [App]
        Name=Camera
        [Identity]
        Units=camera.service
        [Discovery]
        SSIDPrefixes=GP2;MyCam-;ShellyPlus
        BluetoothServices=FEA6
        BluetoothCompanyIdentifiers=0x0BA9
        """
    ]

    private static func item(
        _ prefix: String? = nil, service: String? = nil, company: Int? = nil,
        _ support: [Descriptor.SupportOption] = [],
        _ options: [SetupOption] = []
    ) -> DisplayItem {
        var fields = DescriptorFields(ssid: nil, ssidPrefix: prefix)
        fields.bluetoothServiceUUID = service
        fields.bluetoothCompanyIdentifier = company
        fields.supportedOptions = support
        return DisplayItem(name: "Dual", descriptor: fields, setupOptions: options)
    }

    private func run<R: Sendable>(air: String = Self.air, _ body: @Sendable (Agent) async throws -> R) async throws -> R
    {
        try await Agent.run(air: air, apps: Self.apps, callers: ["camera"], body)
    }

    @Test func pairsReadsTheNetworkJoinsAndGrantsBothRadios() async throws {
        try await run { agent in
            let person = Person(agent: agent, chooses: "GoPro 0711") { question in
                #expect(question.kind == .numericComparison && question.text == "004711")
                return .some(nil)
            }
            let (outcome, seen) = try await person.present {
                let item = Self.item("GP2", service: "FEA6", [.bluetoothPairingLE, .bluetoothTransportBridging])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(
                outcome.types == [
                    .pickerDidPresent, .pickerSetupPairing, .pickerSetupBridging, .accessoryAdded, .pickerDidDismiss,
                ])
            #expect(outcome.reply?.link != nil)
            let steps = seen.compactMap(\.step)
            #expect(steps == [.pairing, .transportBridging, .readingNetwork, .locatingNetwork])
            let accessory = try #require(outcome.reply?.accessory)
            #expect(accessory.ssid?.description == "GP24500711" && accessory.bluetoothIdentifier != nil)
            #expect(accessory.bluetoothTransportBridgingIdentifier?.description == "d4:32:60:00:07:12")
            // The app gets its device's identifier, not its address.
            let access = try await agent.app("camera").call(
                .getAccess, AccessQuery(bluetooth: accessory.bluetoothIdentifier))
            #expect(access.record.bluetoothAddress == nil)
            #expect(access.bluetooth?.path == "/org/bluez/hci0/dev_D4_32_60_00_07_11")
            let record = try #require(try await agent.control.access(app: Agent.camera).records.first)
            #expect(record.bluetoothAddress?.description == "d4:32:60:00:07:11")
        }
    }

    @Test func oneCardHasBothRadiosThatTheBridgeKnows() async throws {
        try await run { agent in
            let (outcome, seen) = try await Person(agent: agent, chooses: "ShellyPlus1-A8032ABBCC00").present {
                let item = Self.item("ShellyPlus", company: 0x0BA9)
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryAdded, .pickerDidDismiss])
            #expect(seen.compactMap(\.items).allSatisfy { $0.count <= 1 })
            #expect(outcome.reply?.accessory?.bssid?.description == "a8:03:2a:bb:cc:01")
            #expect(outcome.reply?.link?.bssid.description == "a8:03:2a:bb:cc:01")
        }
    }

    @Test(arguments: [nil, "Doorbell-", "GoPro|Doorbell-"])
    func showsOnlyNamesThatTheManifestAllowsWhateverTheAppAsksFor(pattern: String?) async throws {
        let air =
            Self.air + """

                [Device doorbell]
                Address=02:00:00:00:0D:07
                Name=Doorbell-7
                Services=FEA6
                """
        let app = try #require(Self.apps[Agent.camera]) + "\nBluetoothNames=Doorbell-\n"
        try await Agent.run(air: air, apps: [Agent.camera: app], callers: ["camera"]) { agent in
            var item = Self.item(service: "FEA6")
            item.descriptor.bluetoothNameSubstring = pattern
            if pattern?.contains("|") == true {
                item.descriptor.bluetoothNameSubstringCompareOptions = [.regularExpression]
            }
            let request = ShowPickerRequest(items: [item])
            let (outcome, seen) = try await Person(agent: agent, chooses: "Doorbell-7").present {
                try await AppSession(agent: agent).showPicker(request)
            }
            #expect(outcome.reply?.accessory != nil)
            #expect(Set(seen.compactMap(\.items).joined().map(\.title)) == ["Doorbell-7"])
        }
    }

    @Test func aPersonWhoDeclinesLeavesNoBond() async throws {
        try await run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "GoPro 0711").present {
                let item = Self.item("GP2", service: "FEA6", [.bluetoothPairingLE])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(
                outcome.types == [.pickerDidPresent, .pickerSetupPairing, .pickerSetupFailed, .pickerDidDismiss])
            #expect(outcome.error?.code == .connectionFailed)
            #expect(try await agent.control.access(app: Agent.camera).records.isEmpty)
            #expect(try await agent.isBonded("d4:32:60:00:07:11") == false)
        }
    }

    @Test func theBondGoesWithTheAccessory() async throws {
        try await run { agent in
            let person = Person(agent: agent, chooses: "GoPro 0711") { _ in .some(nil) }
            let (outcome, _) = try await person.present {
                let item = Self.item(service: "FEA6", [.bluetoothPairingLE])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            let accessory = try #require(outcome.reply?.accessory)
            #expect(outcome.reply?.link == nil && accessory.ssid == nil)
            #expect(try await agent.isBonded("d4:32:60:00:07:11") == true)
            try await agent.app("camera").call(.removeAccessory, AccessoryQuery(accessory: accessory.id))
            while try await agent.isBonded("d4:32:60:00:07:11") != false {}
        }
    }

    @Test func aBondThatNoGrantKeptGoesAfterACrash() async throws {
        let directory = try Agent.temporaryDirectory()
        let air = Self.air.replacing("Pairing=comparison", with: "Pairing=comparison\nBonded=true")
        // The store of an agent that was killed between the pairing and the grant.
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let store = try Store(directory: directory + "/state")
        try store.write([.owe(bond: try #require(MACAddress("d4:32:60:00:07:11")))])
        try await Agent.run(air: air, apps: Self.apps, callers: ["camera"], in: directory) { agent in
            while try await agent.isBonded("d4:32:60:00:07:11") != false {}
        }
        while try !store.owedBonds().isEmpty { try await Agent.run(air: air, in: directory) { _ in } }
    }

    @Test func aBondThatNobodyPairedForGoesWithItsLink() async throws {
        let air = Self.air.replacing("Pairing=comparison", with: "Pairing=comparison\nBonded=true")
        let device = try #require(MACAddress("d4:32:60:00:07:11"))
        try await Agent.run(air: air, apps: Self.apps, callers: ["camera"]) { agent in
            try await agent.daemon.owe(device)
            await agent.daemon.settleBonds()
            let isKept = try await agent.isBonded(device.description)
            #expect(isKept == true, "the link is up")
            await agent.daemon.settle(device)
            let isLeft = try await agent.isBonded(device.description)
            #expect(isLeft == false)
        }
    }

    @Test func theAppNamesTheNetwork() async throws {
        try await run { agent in
            let person = Person(agent: agent, chooses: "GoPro 0711", answers: { _ in "surf-ski-0711" })
            let (outcome, _) = try await person.present {
                let item = Self.item("MyCam-", service: "FEA6", [], [.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    #expect(event.link == nil)
                    let access = try await app.call(.getAccess, AccessQuery(bluetooth: waiting.bluetoothIdentifier))
                    #expect(access.record.accessory == waiting && access.record.bluetoothAddress == nil)
                    #expect(access.bluetooth?.path == "/org/bluez/hci0/dev_D4_32_60_00_07_11")
                    try await app.call(
                        .finishAuthorization, FinishAuthorizationRequest(accessory: waiting.id, ssid: "MyCam-0001"))
                }
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryChanged, .accessoryAdded, .pickerDidDismiss])
            #expect(outcome.reply?.link?.bssid.description == "02:00:00:00:01:01")
            #expect(outcome.reply?.accessory?.ssid?.description == "MyCam-0001")
        }
    }

    @Test func whatWaitsForTheAppAnswersToItsOwnIdentifiersAlone() async throws {
        try await run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "GoPro 0711").present {
                let item = Self.item("MyCam-", service: "FEA6", [], [.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    let own = [AccessQuery(accessory: waiting.id), AccessQuery(bluetooth: waiting.bluetoothIdentifier)]
                    for query in own { #expect(try await app.call(.getAccess, query).record.accessory == waiting) }
                    for query in [AccessQuery(accessory: "another"), AccessQuery(bluetooth: "another")] {
                        let error = await #expect(throws: AccessoryError.self) { try await app.call(.getAccess, query) }
                        #expect(error?.code == .unknownAccessory)
                    }
                    for query in [
                        AccessQuery(accessory: waiting.id, ssid: "MyCam-0001"),
                        AccessQuery(accessory: waiting.id, bluetooth: waiting.bluetoothIdentifier),
                    ] {
                        let error = await #expect(throws: AccessoryError.self) { try await app.call(.getAccess, query) }
                        #expect(error?.code == .invalidRequest)
                    }
                    try await app.call(.failAuthorization, AccessoryQuery(accessory: waiting.id))
                }
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryChanged, .pickerSetupFailed, .pickerDidDismiss])
        }
    }

    @Test(arguments: [true, false])
    func theAppTalksToWhatWaitsForIt(confirms: Bool) async throws {
        try await run { agent in
            let bluetooth = agent.bluetooth("camera")
            let held = Mutex<AgentStream<ConnectionReply>?>(nil)
            let (outcome, _) = try await Person(agent: agent, chooses: "GoPro 0711").present {
                let item = Self.item("MyCam-", service: "FEA6", [], [.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    let link = try bluetooth.stream(.connect, AccessoryQuery(accessory: waiting.id))
                    held.withLock { $0 = link }
                    for try await reply in link where reply.connection.state == .connected { break }
                    #expect(try await !bluetooth.conversation(with: waiting.id).services().isEmpty)
                    guard confirms else {
                        return try await app.call(.failAuthorization, AccessoryQuery(accessory: waiting.id))
                    }
                    try await app.call(
                        .finishAuthorization, FinishAuthorizationRequest(accessory: waiting.id, ssid: "MyCam-0001"))
                }
            }
            let tried = try #require(outcome.events.lazy.compactMap(\.accessory).first?.id)
            let link = held.withLock { $0 }
            guard confirms else {
                let end = await #expect(throws: AccessoryError.self) { for try await _ in try #require(link) {} }
                #expect(end?.code == .notAuthorized)
                return
            }
            #expect(try await !bluetooth.conversation(with: tried).services().isEmpty)
        }
    }

    @Test func thePersonNamesTheNetworkWhereNothingCorrelates() async throws {
        try await run { agent in
            let person = Person(agent: agent, chooses: "GoPro 0711") { question in
                #expect(question.kind == .network)
                return question.networks?.first { $0.ssid?.description == "MyCam-0001" }?.bssid.description
            }
            let (outcome, _) = try await person.present {
                let item = Self.item("MyCam-", service: "FEA6")
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(outcome.reply?.link?.bssid.description == "02:00:00:00:01:01")
        }
    }

    @Test func reportsWhyABluetoothAccessoryCannotBeFound() async throws {
        try await run(air: Agent.air) { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "GoPro 0711").present {
                let item = Self.item(service: "FEA6")
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(outcome.error?.code == .radioUnavailable)
            #expect(outcome.error?.message == BluetoothUnavailability.noRadio.rawValue)
        }
    }

    @Test func explainsWhichDeviceIsWhichNetwork() async throws {
        try await run { agent in
            // The time ends the look, however little of it a busy machine had for this test.
            let bridges = try await agent.control.call(.explainBridge, ExplainBridgeRequest(seconds: 60)).bridges
            let shelly = try #require(bridges.first { $0.bluetoothName == "ShellyPlus1-A8032ABBCC00" })
            #expect(shelly.verdict == .bridged && shelly.network?.bssid.description == "a8:03:2a:bb:cc:01")
            #expect(shelly.network?.evidence.isEmpty == false && shelly.explanation.isEmpty == false)
            #expect(bridges.first { $0.bluetoothName == "GoPro 0711" }?.verdict == .unknown)
        }
    }

    @Test func explainsNoBridgeWithoutBluetooth() async throws {
        try await run(air: Agent.air) { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.explainBridge, ExplainBridgeRequest(seconds: 1))
            }
            #expect(error?.code == .radioUnavailable)
            #expect(error?.message == BluetoothUnavailability.noRadio.rawValue)
        }
    }
}

extension Agent {
    /// Whether this machine has a bond with a device; nil while the device is not heard.
    fileprivate func isBonded(_ address: String) async throws -> Bool? {
        for try await reply in try control.stream(.scan, ScanRequest()) {
            if let device = reply.devices.first(where: { $0.address.description == address }) { return device.isBonded }
        }
        return nil
    }
}
