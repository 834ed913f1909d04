// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

@testable import AccessoryRules

/// Every state that a `Setup` can be in, by the shortest way to it; and every kind of event.
struct SetupPaths {
    let item: Setup.Item
    let candidate: Candidate
    let network: WiFiNetwork
    let link: Link
    let accessory: Accessory
    let cameraSSID: SSID
    let migration: Setup.Migration
    /// Its rules are read once.
    private let bridge = Bridge()
    let migrated: Accessory
    let refusal = AccessoryError(.wrongPassphrase, "refused")
    let change = SecurityChange(expected: .wpa2, seen: .open)
    let noAddress = AccessoryError(.noAddress, "no DHCP server answered")
    let unavailable = AccessoryError(.radioUnavailable, "wlan0: switched off")
    let typed: Passphrase
    /// A camera with both radios that hands out its network over a bonded link (GoPro's, bridging-rules R4).
    let dual: Setup.Item
    /// The same as an input device.
    let input: Setup.Item
    let device: Advertisement
    let deviceNetwork: WiFiNetwork
    let otherNetwork: WiFiNetwork
    let failure = BluetoothFailure(.refused, "the device refused")

    init() throws {
        network = try AccessoryRulesTests.network("CAM-1")
        item = Setup.Item(
            name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-")),
            passphrase: try Passphrase("from the label"))
        candidate = Candidate(item: item, ssid: try ssid("CAM-1"), network: network)
        link = try AccessoryRulesTests.link()
        cameraSSID = try ssid("CAM-1")
        accessory = Accessory(
            id: "a", displayName: "Camera", ssid: candidate.ssid, bssid: network.bssid, descriptor: item.descriptor,
            state: .authorized)
        migration = Setup.Migration(name: "Old one", ssid: try ssid("CAM-0"), bluetoothAddress: nil)
        migrated = Accessory(id: "m", displayName: "Old one", ssid: migration.ssid, bssid: nil, state: .authorized)
        typed = try Passphrase("typed by hand")
        let service = try #require(BluetoothUUID("fea6" as String))
        dual = Setup.Item(
            name: "Dual",
            descriptor: try Descriptor(
                ssidPrefix: ssid("GP"), bluetooth: BluetoothRule(service: service),
                supportedOptions: [.bluetoothPairingLE, .bluetoothTransportBridging]))
        input = Setup.Item(
            name: "Dual",
            descriptor: try Descriptor(
                ssidPrefix: ssid("GP"), bluetooth: BluetoothRule(service: service), supportedOptions: [.bluetoothHID]))
        device = Advertisement(
            address: BluetoothAddress(try #require(MACAddress("02:00:00:00:02:01")), isRandom: false), name: "Dual",
            services: [service])
        deviceNetwork = try AccessoryRulesTests.network("GP24500456", 7)
        otherNetwork = try AccessoryRulesTests.network("GP99999999", 8)
    }

    enum Place: String, CaseIterable {
        case idle, searching, showing, joining, granting, finished
        /// In filter mode.
        case filtering, approved, discovered
        /// With a passphrase that a person typed.
        case retrying
        /// With a network that is secured with less than expected.
        case doubting
        /// With a join that may succeed another time.
        case halted
        /// With the options of the field.
        case authorizing, naming
        /// With nothing but migrations.
        case informing, migrating
        /// If the app is not notified that nothing was found.
        case nothingFound
        /// With both radios.
        case listening, sighted, admitting, pairing, comparing, repairing, transportBridging, reading, locating,
            identifying
        /// With Bluetooth alone in sight, until the app names its network.
        case recognizing, awaiting
    }

    /// The item without its passphrase, or with options.
    func item(_ options: Setup.Options = [], passphrase: Passphrase? = nil) -> Setup.Item {
        var item = item
        item.options = options
        item.passphrase = passphrase
        return item
    }

    /// A machine that has not begun, of the kind that can get to this place.
    func machine(for place: Place) -> Setup {
        switch place {
        case .idle, .searching, .showing, .joining, .doubting, .halted, .granting, .finished:
            Setup(items: [item], interface: "wlan0", bridge: bridge)
        case .filtering, .approved, .discovered: Setup(items: [item], interface: "wlan0", filters: true, bridge: bridge)
        case .retrying: Setup(items: [item()], interface: "wlan0", bridge: bridge)
        case .authorizing: Setup(items: [item([.confirmAuthorization, .rename])], interface: "wlan0", bridge: bridge)
        case .naming: Setup(items: [item([.rename])], interface: "wlan0", bridge: bridge)
        case .informing, .migrating: Setup(items: [], migrations: [migration], interface: "", bridge: bridge)
        case .nothingFound: Setup(items: [item], interface: "wlan0", hidesNothingFound: true, bridge: bridge)
        case .admitting: Setup(items: [input], interface: "wlan0", bridge: bridge)
        case .listening, .sighted, .pairing, .comparing, .repairing, .transportBridging, .reading, .locating,
            .identifying, .recognizing, .awaiting:
            Setup(items: [dual], interface: "wlan0", bridge: bridge)
        }
    }

    var doubt: AccessoryError {
        AccessoryError(JoinFailure(change, at: network.bssid), joining: cameraSSID)
    }

    var joined: Setup.Event { .joined(link, accessory, isShared: false) }

    func events(to place: Place) -> [Setup.Event] {
        switch place {
        case .idle: []
        case .searching: [.start]
        case .filtering: events(to: .showing)
        case .approved:
            events(to: .filtering) + [.approve([Discovery.Approval(candidate: candidate.id, name: "Mine", image: nil)])]
        case .discovered: events(to: .approved) + [.finishDiscovery]
        case .showing: events(to: .searching) + [.heard(Look(networks: [network], isComplete: false))]
        case .joining: events(to: .showing) + [.select(candidate: candidate.id, passphrase: nil)]
        case .retrying: events(to: .joining) + [.joinFailed(refusal)]
        case .doubting: events(to: .joining) + [.joinFailed(doubt)]
        case .halted: events(to: .joining) + [.joinFailed(noAddress)]
        case .authorizing, .naming: events(to: .joining) + [joined]
        case .granting: events(to: .joining) + [joined]
        case .finished: events(to: .granting) + [.granted(accessory, migrated: [])]
        case .informing: [.start]
        case .migrating: events(to: .informing) + [.consented]
        case .nothingFound: events(to: .searching) + [.due]
        case .listening: [.start]
        case .sighted: [.start, .heardDevices([device])]
        case .admitting, .pairing: events(to: .sighted) + [.select(candidate: "\(device.address)", passphrase: nil)]
        case .comparing: events(to: .pairing) + [.pairingAsks(.comparison(123_456))]
        case .repairing: events(to: .pairing) + [.pairingFailed(BluetoothFailure(.staleBond, "the bond is lost"))]
        case .transportBridging: events(to: .comparing) + [.consented, .paired(device.address)]
        case .reading: events(to: .transportBridging) + [.transportBridged(device.address.address)]
        case .locating: events(to: .reading) + [.read(sent)]
        case .identifying:
            [.start, .heard(Look(networks: [deviceNetwork, otherNetwork], isComplete: true))]
                + events(to: .reading).dropFirst() + [.notRead(failure)]
        case .recognizing:
            [.start, .heard(Look(networks: [], isComplete: true))] + events(to: .reading).dropFirst()
                + [.notRead(failure)]
        case .awaiting: events(to: .recognizing) + [.recognized(accessory, isShared: false)]
        }
    }

    /// What GoPro's characteristics hold, behind the answer to the command that starts the hotspot.
    var sent: [[UInt8]] { [Array("GP24500456".utf8), Array("passphrase".utf8)] }

    func setup(at place: Place) -> Setup {
        var setup = machine(for: place)
        for event in events(to: place) { _ = setup.receive(event) }
        return setup
    }

    /// Each event once, and once for each way in which it can be answered.
    var events: [(name: String, event: Setup.Event)] {
        [
            ("start", .start),
            ("heard it", .heard(Look(networks: [network], isComplete: false))),
            ("heard nothing", .heard(Look(networks: [], isComplete: true))),
            ("heard its network", .heard(Look(networks: [deviceNetwork], isComplete: true))),
            ("heard the device", .heardDevices([device])),
            ("listened", .listened),
            ("cannot look", .cannotLook(unavailable)),
            ("cannot listen", .cannotListen(unavailable)),
            ("due", .due),
            ("choice", .select(candidate: candidate.id, passphrase: nil)),
            ("choice of what is gone", .select(candidate: "gone", passphrase: nil)),
            ("choice of the device", .select(candidate: "\(device.address)", passphrase: nil)),
            ("approval", .approve([Discovery.Approval(candidate: candidate.id, name: "Mine", image: nil)])),
            ("finish discovery", .finishDiscovery),
            ("cancel", .cancel),
            ("picker ended", .ended(refusal)),
            ("caller gone", .callerGone),
            ("pairing asks", .pairingAsks(.consent)),
            ("paired", .paired(device.address)),
            ("pairing failed", .pairingFailed(failure)),
            ("transport bridged", .transportBridged(device.address.address)),
            ("transport not bridged", .transportNotBridged(failure)),
            ("read", .read(sent)),
            ("not read", .notRead(failure)),
            ("recognized", .recognized(accessory, isShared: false)),
            ("joined", joined),
            ("join failed", .joinFailed(refusal)),
            ("security changed", .joinFailed(doubt)),
            ("finish authorization", .finishAuthorization(Setup.Settings())),
            ("fail authorization", .failAuthorization),
            ("retry", .retry(typed)),
            ("pointed out", .pointedOut(deviceNetwork.bssid)),
            ("passkey", .passkey(123_456)),
            ("named", .named("Porch", ssid: nil)),
            ("consented", .consented),
            ("declined", .declined),
            ("granted", .granted(accessory, migrated: [])),
            ("migrated", .migrated([migrated])),
            ("not granted", .notGranted(refusal)),
        ]
    }
}
