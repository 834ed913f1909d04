// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

@testable import AccessoryRules

/// A manifest lists the radios one by one; a device that has both is one accessory.
struct HalvesTests {
    private let manifest: Manifest
    private let device: Advertisement
    private let network: WiFiNetwork
    private let other: WiFiNetwork

    init() throws {
        let groups = [
            "App": ["Name": "Doorbell"], "Identity": ["Units": "doorbell.service"],
            "Discovery": [
                "SSIDPrefixes": "Doorbell-", "BluetoothServices": "1775244d-6b43-439b-877c-060f2d9bed07",
                "BluetoothNames": "Doorbell-",
            ],
        ]
        let file = KeyFile(
            path: "/etc/accessoryd/apps.d/org.example.doorbell.conf",
            groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) })
        manifest = try #require(Manifest.read(file).manifest)
        device = Advertisement(
            address: BluetoothAddress(try #require(MACAddress("24:0a:c4:12:34:58")), isRandom: false),
            name: "Doorbell-123456",
            services: [try #require(BluetoothUUID("1775244d-6b43-439b-877c-060f2d9bed07" as String))], rssi: -48)
        network = WiFiNetwork(
            ssid: try ssid("Doorbell-123456"), bssid: try #require(MACAddress("24:0a:c4:12:34:57")), frequency: 2412,
            signal: 70, security: .open, interface: "wlan0")
        other = try AccessoryRulesTests.network("Doorbell-9", 9, security: .open)
    }

    private func setup(_ events: Setup.Event...) -> (machine: Setup, last: [Setup.Effect]) {
        var setup = Setup(items: manifest.items(), interface: "wlan0", canConfirm: false)
        _ = setup.receive(.start)
        var last: [Setup.Effect] = []
        for event in events { last = setup.receive(event) }
        return (setup, last)
    }

    private func seen(_ networks: WiFiNetwork..., isComplete: Bool = true) -> Setup.Event {
        .heard(Look(networks: networks, isComplete: isComplete))
    }

    private var sighted: Setup.Event { .heardDevices([device]) }
    private var select: Setup.Event { .select(candidate: "\(device.address)", passphrase: nil) }

    @Test func showsOneCardForADeviceAndItsNetwork() throws {
        for (machine, _) in [setup(sighted, seen(network, other)), setup(seen(network, other), sighted)] {
            let cards = machine.discovery.candidates
            #expect(Set(cards.map(\.title)) == ["Doorbell-123456", "Doorbell-9"])
            let card = try #require(cards.first { $0.device != nil })
            #expect(card.network == network && card.item.descriptor.wifi != nil && card.item.name == "Doorbell")
            #expect(card.item.descriptor.bluetooth?.service == device.services.first)
        }
    }

    @Test func joinsTheNetworkOfTheChosenDevice() throws {
        let (machine, effects) = setup(sighted, seen(network, other), select)
        guard case .chosen(let candidate, .joining) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(candidate.network == network && candidate.device == device)
        #expect(effects.contains { if case .join = $0 { true } else { false } })
    }

    @Test func looksOnForTheNetworkAfterAQuickChoice() throws {
        var (machine, effects) = setup(sighted, select)
        #expect(effects.contains { if case .look = $0 { true } else { false } })
        #expect(machine.receive(seen(other, isComplete: false)) == [])
        _ = machine.receive(seen(other, network, isComplete: false))
        guard case .chosen(let candidate, .joining) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(candidate.network == network)
    }

    @Test func goesOnWithBluetoothAloneIfThereIsNoNetwork() throws {
        let chosen = setup(sighted, select).machine
        for event in [seen(other), .due, .cannotLook(AccessoryError(.radioUnavailable, "wlan0: switched off"))] {
            var machine = chosen
            let effects = machine.receive(event)
            #expect(effects.contains { if case .recognize = $0 { true } else { false } }, "\(event)")
            #expect(effects.contains(.stopSearching))
        }
        // Once every channel was visited there is nothing to wait for.
        let (machine, _) = setup(seen(other), sighted, select)
        guard case .chosen(let candidate, .recognizing) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(candidate.network == nil && candidate.item.descriptor.wifi == nil)
    }

    @Test func keepsApartWhatAnAppItselfAsksForApart() throws {
        let items = manifest.items().map { item in
            var item = item
            item.mayBeHalf = false
            return item
        }
        var machine = Setup(items: items, interface: "wlan0")
        _ = machine.receive(.start)
        _ = machine.receive(sighted)
        _ = machine.receive(seen(network))
        #expect(machine.discovery.candidates.count == 2)
    }

    @Test func looksForNoHalvesIfTheManifestNamesOneRadio() throws {
        var manifest = manifest
        manifest.supports = [.bluetooth]
        #expect(manifest.items().allSatisfy { !$0.mayBeHalf })
    }
}
