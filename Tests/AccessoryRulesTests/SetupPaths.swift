// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

@testable import AccessoryRules

/// Every state that a `Setup` can be in, by the shortest way to it; and every kind of event.
struct SetupPaths {
    let item: Setup.Item
    let candidate: Setup.Candidate
    let link: Link
    let accessory: Accessory
    let refusal = AccessoryError(.wrongPassphrase, "refused")

    init() throws {
        let network = try network("CAM-1")
        item = Setup.Item(
            name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-")),
            passphrase: try Passphrase("from the label"))
        candidate = Setup.Candidate(
            id: "02:00:00:00:01:01/CAM-1", item: item, ssid: try ssid("CAM-1"), network: network)
        link = try AccessoryRulesTests.link()
        accessory = Accessory(
            id: "a", displayName: "Camera", ssid: candidate.ssid, bssid: network.bssid, state: .authorized)
    }

    enum Place: String, CaseIterable {
        case idle, searching, showing, joining, granting, finished
        /// In filter mode.
        case filtering, approved, discovered
    }

    func events(to place: Place) -> [Setup.Event] {
        switch place {
        case .idle: []
        case .searching: [.start]
        case .filtering: events(to: .showing)
        case .approved:
            events(to: .filtering) + [.approve([Setup.Approval(candidate: candidate.id, name: "Mine", image: nil)])]
        case .discovered: events(to: .approved) + [.finishDiscovery]
        case .showing: events(to: .searching) + [.heard(Look(networks: [candidate.network], isComplete: false))]
        case .joining: events(to: .showing) + [.select(candidate: candidate.id, passphrase: nil)]
        case .granting: events(to: .joining) + [.joined(link)]
        case .finished: events(to: .granting) + [.granted(accessory)]
        }
    }

    func setup(at place: Place) -> Setup {
        let filters = [Place.filtering, .approved, .discovered].contains(place)
        var setup = Setup(items: [item], interface: "wlan0", filters: filters)
        for event in events(to: place) { _ = setup.receive(event) }
        return setup
    }

    /// Each event once, and once for each way in which it can be answered.
    var events: [(name: String, event: Setup.Event)] {
        [
            ("start", .start),
            ("heard it", .heard(Look(networks: [candidate.network], isComplete: false))),
            ("heard nothing", .heard(Look(networks: [], isComplete: true))),
            ("look failed", .lookFailed(.switchedOff)),
            ("due", .due),
            ("choice", .select(candidate: candidate.id, passphrase: nil)),
            ("choice of what is gone", .select(candidate: "gone", passphrase: nil)),
            ("approval", .approve([Setup.Approval(candidate: candidate.id, name: "Mine", image: nil)])),
            ("finish discovery", .finishDiscovery),
            ("cancel", .cancel),
            ("caller gone", .callerGone),
            ("joined", .joined(link)),
            ("join failed", .joinFailed(refusal)),
            ("granted", .granted(accessory)),
            ("not granted", .notGranted(refusal)),
        ]
    }
}
