// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

@testable import AccessoryRules

/// Every state that a `Setup` can be in, by the shortest way to it; and every kind of event.
struct SetupPaths {
    let item: Setup.Item
    let candidate: Candidate
    let link: Link
    let accessory: Accessory
    let migration: Setup.Migration
    let migrated: Accessory
    let refusal = AccessoryError(.wrongPassphrase, "refused")
    let unavailable = AccessoryError(.radioUnavailable, "wlan0: switched off")
    let typed: Passphrase

    init() throws {
        let network = try network("CAM-1")
        item = Setup.Item(
            name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-")),
            passphrase: try Passphrase("from the label"))
        candidate = Candidate(item: item, ssid: try ssid("CAM-1"), network: network)
        link = try AccessoryRulesTests.link()
        accessory = Accessory(
            id: "a", displayName: "Camera", ssid: candidate.ssid, bssid: network.bssid, descriptor: item.descriptor,
            state: .authorized)
        migration = Setup.Migration(name: "Old one", ssid: try ssid("CAM-0"), bluetoothAddress: nil)
        migrated = Accessory(id: "m", displayName: "Old one", ssid: migration.ssid, bssid: nil, state: .authorized)
        typed = try Passphrase("typed by hand")
    }

    enum Place: String, CaseIterable {
        case idle, searching, showing, joining, granting, finished
        /// In filter mode.
        case filtering, approved, discovered
        /// With a passphrase that a person typed.
        case retrying
        /// With the options of the field.
        case authorizing, naming
        /// With nothing but migrations.
        case informing, migrating
        /// Where the app is not told that nothing was found.
        case nothingFound
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
        case .idle, .searching, .showing, .joining, .granting, .finished: Setup(items: [item], interface: "wlan0")
        case .filtering, .approved, .discovered: Setup(items: [item], interface: "wlan0", filters: true)
        case .retrying: Setup(items: [item()], interface: "wlan0")
        case .authorizing: Setup(items: [item([.confirmAuthorization, .rename])], interface: "wlan0")
        case .naming: Setup(items: [item([.rename])], interface: "wlan0")
        case .informing, .migrating: Setup(items: [], migrations: [migration], interface: "")
        case .nothingFound: Setup(items: [item], interface: "wlan0", hidesNothingFound: true)
        }
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
        case .showing: events(to: .searching) + [.heard(Look(networks: [candidate.network], isComplete: false))]
        case .joining: events(to: .showing) + [.select(candidate: candidate.id, passphrase: nil)]
        case .retrying: events(to: .joining) + [.joinFailed(refusal)]
        case .authorizing, .naming: events(to: .joining) + [joined]
        case .granting: events(to: .joining) + [joined]
        case .finished: events(to: .granting) + [.granted(accessory, migrated: [])]
        case .informing: [.start]
        case .migrating: events(to: .informing) + [.consented]
        case .nothingFound: events(to: .searching) + [.due]
        }
    }

    func setup(at place: Place) -> Setup {
        var setup = machine(for: place)
        for event in events(to: place) { _ = setup.receive(event) }
        return setup
    }

    /// Each event once, and once for each way in which it can be answered.
    var events: [(name: String, event: Setup.Event)] {
        [
            ("start", .start),
            ("heard it", .heard(Look(networks: [candidate.network], isComplete: false))),
            ("heard nothing", .heard(Look(networks: [], isComplete: true))),
            ("cannot look", .cannotLook(unavailable)),
            ("due", .due),
            ("choice", .select(candidate: candidate.id, passphrase: nil)),
            ("choice of what is gone", .select(candidate: "gone", passphrase: nil)),
            ("approval", .approve([Discovery.Approval(candidate: candidate.id, name: "Mine", image: nil)])),
            ("finish discovery", .finishDiscovery),
            ("cancel", .cancel),
            ("caller gone", .callerGone),
            ("joined", joined),
            ("join failed", .joinFailed(refusal)),
            ("finish authorization", .finishAuthorization(Setup.Settings())),
            ("fail authorization", .failAuthorization),
            ("retry", .retry(typed)),
            ("named", .named("Porch", ssid: nil)),
            ("consented", .consented),
            ("declined", .declined),
            ("granted", .granted(accessory, migrated: [])),
            ("migrated", .migrated([migrated])),
            ("not granted", .notGranted(refusal)),
        ]
    }
}
