// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Which heard accessories a picker shows, and which ones an app in filter mode sees.
struct DiscoveryTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    /// The error that a set-up was settled with.
    private func error(_ effects: [Setup.Effect]) -> AccessoryError? {
        if case .settle(.failed(let error))? = effects.last { error } else { nil }
    }

    @Test func showsOnlyWhatMatchesAndCanBeJoined() throws {
        let exact = Setup.Item(name: "Lamp", descriptor: try Descriptor(ssid: ssid("LAMP")))
        var setup = Setup(items: [paths.item, exact], interface: "wlan0")
        _ = setup.receive(.start)
        let networks = [
            try network("CAM-1", 1), try network("LAMP", 2, security: .open), try network("Home", 3),
            try network(nil, 4), try network("CAM-2", 5, security: .wep),
            try network("CAM-3", 6, security: .enterprise),
            try network("LAMP-2", 7),
        ]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.discovery.candidates.map(\.title) == ["CAM-1", "LAMP"])
        #expect(setup.discovery.candidates.map(\.item.name) == ["Camera", "Lamp"])
        #expect(setup.discovery.candidates.map(\.isExact) == [false, true])
    }

    @Test func namesWhatMatchesAndCannotBeJoined() throws {
        var discovery = Discovery([paths.item], filters: false)
        let networks = [try network("CAM-3", 6, security: .enterprise), try network("Home", 7, security: .wep)]
        _ = discovery.observe(Look(networks: networks, isComplete: true), at: .zero)
        #expect(
            discovery.nothing.contains("'CAM-3' was seen (02:00:00:00:01:06), and this agent joins no network with"))
    }

    @Test func showsTheNetworkOfTheWantedBandAlone() throws {
        let item = Setup.Item(name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-"), band: .five))
        var discovery = Discovery([item], filters: false)
        let near = try network("CAM-1", 1, signal: 90)
        _ = discovery.observe(Look(networks: [near], isComplete: true), at: .zero)
        #expect(discovery.candidates.isEmpty)
        #expect(discovery.nothing == "'CAM-1' was seen on 2.4 GHz; nothing that matches 'CAM-…' on 5 GHz was seen")
        let far = try network("CAM-1", 2, signal: 20, frequency: 5180)
        _ = discovery.observe(Look(networks: [near, far], isComplete: true), at: .zero)
        #expect(discovery.candidates.compactMap(\.network?.bssid) == [far.bssid])
    }

    @Test func noRuleTakesLessSecurityThanEarlierJoinsOfTheName() throws {
        let expected = [try ssid("CAM-1"): ExpectedSecurity(.wpa2)]
        let item = Setup.Item(name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-")))
        var discovery = Discovery([item], filters: false, expected: expected)
        let networks = [try network("CAM-1", 9, signal: 90, security: .open), try network("CAM-2", 2, security: .open)]
        _ = discovery.observe(Look(networks: networks, isComplete: true), at: .zero)
        #expect(discovery.determined(by: .strongest, requiresBridge: false).map(\.title) == ["CAM-2"])
        #expect(discovery.refusal(by: .strongest)?.code == .securityChanged)
        #expect(discovery.shown.count == 2)
    }

    @Test func noRuleTakesAnOpenTwinButByItsAddress() throws {
        let item = Setup.Item(name: "Camera", descriptor: try Descriptor(ssidPrefix: ssid("CAM-")))
        var discovery = Discovery([item], filters: false)
        let (own, twin) = (try network("CAM-1", 1, signal: 40), try network("CAM-1", 9, signal: 90, security: .open))
        let other = try network("CAM-2", 2, signal: 20, security: .open)
        _ = discovery.observe(Look(networks: [own, twin, other], isComplete: true), at: .zero)
        for choice in [Plan.Choice.strongest, .all, .only] {
            let chosen = discovery.determined(by: choice, requiresBridge: false)
            #expect(chosen.compactMap(\.network?.bssid) == [own.bssid, other.bssid], "\(choice)")
        }
        #expect(discovery.refusal(by: .strongest)?.code == .securityChanged)
        let named = discovery.determined(by: .accessPoint(twin.bssid), requiresBridge: false)
        #expect(named.compactMap(\.network?.bssid) == [twin.bssid])
        #expect(discovery.shown.filter { $0.change != nil }.compactMap(\.network?.bssid) == [twin.bssid])
    }

    @Test func asksForAPassphraseOnlyWhereOneIsNeededAndNoneIsKnown() throws {
        let unknown = Setup.Item(name: "Lamp", descriptor: try Descriptor(ssidPrefix: ssid("LAMP")))
        var setup = Setup(items: [paths.item, unknown], interface: "wlan0")
        _ = setup.receive(.start)
        let networks = [
            try network("CAM-1", 1), try network("LAMP-1", 2), try network("LAMP-2", 3, security: .open),
            try network("LAMP-3", 4, security: .wpa3),
        ]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        let needing = setup.discovery.candidates.filter(\.needsPassphrase).map(\.title)
        #expect(Set(needing) == ["LAMP-1", "LAMP-3"])
        #expect(setup.discovery.candidates.count == 4)
    }

    @Test func keepsTheirPlacesAsAccessoriesComeAndGo() throws {
        var setup = paths.setup(at: .searching)
        func names(_ networks: WiFiNetwork...) -> [String] {
            _ = setup.receive(.heard(Look(networks: networks, isComplete: false)))
            return setup.discovery.candidates.map(\.title)
        }
        let weak = try network("CAM-1", 1, signal: 20)
        let strong = try network("CAM-2", 2, signal: 80)
        // The strongest first, in whatever order they were heard.
        #expect(names(weak, strong) == ["CAM-2", "CAM-1"])
        // Signals change; nothing moves under the person's finger.
        let risen = try network("CAM-1", 1, signal: 99)
        #expect(names(risen, strong) == ["CAM-2", "CAM-1"])
        #expect(setup.discovery.candidates.last?.signal == 99)
        // New ones follow, and what is gone keeps its place.
        let new = try network("CAM-3", 3, signal: 100)
        #expect(names(new, risen, strong) == ["CAM-2", "CAM-1", "CAM-3"])
        #expect(names(risen, new) == ["CAM-2", "CAM-1", "CAM-3"])
        #expect(gone(setup) == ["CAM-2"])
        #expect(names(strong, risen, new) == ["CAM-2", "CAM-1", "CAM-3"])
        #expect(gone(setup) == [])
        #expect(names() == ["CAM-2", "CAM-1", "CAM-3"])
        #expect(setup.discovery.choosable.isEmpty)
    }

    private func gone(_ setup: Setup) -> [String] {
        setup.discovery.candidates.filter(\.isGone).map(\.title)
    }

    @Test func whatIsGoneGivesWayToWhatIsThere() throws {
        var setup = paths.setup(at: .searching)
        func observe(_ names: Range<Int>) throws {
            let networks = try names.map { try network("CAM-\($0)", UInt8($0)) }
            _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        }
        try observe(0..<40)
        try observe(30..<80)
        #expect(setup.discovery.candidates.count == Discovery.shownLimit)
        #expect(setup.discovery.choosable.count == 50 && setup.discovery.notShown == 0)
        try observe(0..<100)
        #expect(setup.discovery.choosable.count == Discovery.shownLimit && setup.discovery.notShown == 36)
    }

    @Test func anAppIsNotifiedOfSoManyAtMost() throws {
        var setup = Setup(items: [paths.item], interface: "wlan0", filters: true)
        _ = setup.receive(.start)
        var emitted = 0
        for first in [0, 50, 100] {
            let networks = try (first..<first + 50).map { try network("CAM-\($0)", UInt8($0)) }
            let effects = setup.receive(.heard(Look(networks: networks, isComplete: true)))
            emitted += effects.count { if case .emit = $0 { true } else { false } }
        }
        #expect(emitted == Discovery.reportedLimit)
    }

    @Test func distinguishesAccessPointsOfOneName() throws {
        var setup = paths.setup(at: .searching)
        let networks = [try network("CAM-1", 1, signal: 20), try network("CAM-1", 2, signal: 60)]
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.discovery.candidates.map(\.network) == networks.reversed())
        #expect(Set(setup.discovery.candidates.map(\.id)).count == 2)
    }

    @Test func showsNoMoreThanItsLimit() throws {
        var setup = paths.setup(at: .searching)
        let networks = try (0..<200).map { try network("CAM-\($0)", UInt8($0), signal: $0 % 101) }
        _ = setup.receive(.heard(Look(networks: networks, isComplete: true)))
        #expect(setup.discovery.candidates.count == Discovery.shownLimit)
        let strongest = networks.map(\.signal).sorted(by: >).prefix(Discovery.shownLimit)
        #expect(setup.discovery.candidates.map(\.signal) == Array(strongest))
        #expect(setup.discovery.notShown == 200 - Discovery.shownLimit)
    }

    // MARK: Filter mode

    @Test func notifiesTheAppOnceOfEachAndShowsWhatItApproves() throws {
        var setup = Setup(items: [paths.item], interface: "wlan0", filters: true)
        _ = setup.receive(.start)
        let look = Look(networks: [paths.network], isComplete: true)
        var discovered = paths.accessory
        discovered.id = paths.candidate.id
        discovered.state = .unauthorized
        #expect(
            setup.receive(.heard(look))
                == [
                    .emit(Event(.accessoryDiscovered, accessory: discovered, signal: paths.candidate.signal)),
                    .show([], notShown: 0, isComplete: true),
                ])
        #expect(setup.receive(.heard(look)) == [.show([], notShown: 0, isComplete: true)])
        // Not shown, not to be chosen.
        #expect(setup.receive(.select(candidate: paths.candidate.id, passphrase: nil)) == [])
        var approved = paths.candidate
        (approved.item.name, approved.item.image) = ("Mine", "mine.png")
        let approval = Discovery.Approval(candidate: paths.candidate.id, name: "Mine", image: "mine.png")
        let stranger = Discovery.Approval(candidate: "elsewhere", name: "No", image: nil)
        #expect(setup.receive(.approve([approval, stranger])) == [.show([approved], notShown: 0, isComplete: true)])
        #expect(setup.receive(.finishDiscovery) == [.stopTimer, .stopSearching])
        // No new accessory appears, and the present ones stay.
        #expect(setup.receive(.heard(Look(networks: [], isComplete: true))) == [])
        #expect(setup.receive(.due) == [])
        let chosen = setup.receive(.select(candidate: paths.candidate.id, passphrase: nil))
        #expect(chosen.last == .join(approved, paths.item.passphrase))
    }

    @Test func endsWhenTheAppApprovesNothing() throws {
        for event in [Setup.Event.due, .finishDiscovery] {
            var setup = paths.setup(at: .filtering)
            let failure = error(setup.receive(event))
            #expect(failure?.code == .discoveryTimeout && failure?.message.contains("approved") == true)
        }
    }

    @Test func endsWhenTheAppFinishesBeforeAnythingWasSeen() throws {
        var setup = paths.setup(at: .searching)
        #expect(error(setup.receive(.finishDiscovery))?.code == .discoveryTimeout)
    }
}
