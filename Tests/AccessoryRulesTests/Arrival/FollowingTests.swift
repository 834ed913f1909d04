// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// A look that goes on: an accessory moves, goes and returns.
struct FollowingTests {
    private static let (home, other) = ("192.168.1.23", "192.168.1.24")
    private let own: MACAddress
    private let liar: MACAddress
    private var machine: Arrival

    init() throws {
        own = try #require(MACAddress([0xC0, 0x49, 0xEF, 0x8C, 0x48, 0x0C]))
        liar = try #require(MACAddress([0x24, 0x0A, 0xC4, 0x00, 0x00, 0x01]))
        let expected = ExpectedIdentity(
            family: .shelly, hotspot: try SSID(text: "ShellyPlus1-C049EF8C480C"), bssid: nil)
        machine = Arrival(following: expected.last(at: Self.home))
        #expect(
            machine.receive(.began) == [
                .startTimer(Arrival.followingPeriod), .check(Self.home, interface: nil),
            ])
    }

    private func neighbour(_ address: String, _ station: MACAddress) -> Arrival.Event {
        .seen(.neighbour(Neighbour(address: address, station: station, interface: "wlan0")))
    }

    private func announced(_ address: String, service: String = "plug") -> Arrival.Event {
        .seen(
            .announced(
                Announcement(
                    id: .init(name: service, type: "_shelly._tcp", interface: "wlan0"), address: address, station: own))
        )
    }

    private func places(_ effects: [Arrival.Effect]) -> [String] {
        effects.compactMap { if case .report(let finding) = $0 { finding.place?.address ?? "nowhere" } else { nil } }
    }

    private func checks(_ effects: [Arrival.Effect]) -> [String] {
        effects.compactMap { if case .check(let address, _) = $0 { address } else { nil } }
    }

    /// The accessory answers where it was before.
    private mutating func settle() {
        #expect(places(machine.receive(neighbour(Self.home, own))) == [])
        #expect(places(machine.receive(.checked(Self.home, .reached))) == [Self.home])
    }

    /// All that is asked gets no answer.
    private mutating func beSilent(_ effects: [Arrival.Effect]) -> [Arrival.Effect] {
        var (waiting, all) = (effects, effects)
        while !waiting.isEmpty {
            let effect = waiting.removeFirst()
            let news: [Arrival.Effect] =
                switch effect {
                case .check(let address, _): machine.receive(.checked(address, .silent))
                case .rest: machine.receive(.rested)
                case .startTimer, .finish, .report: []
                }
            waiting += news
            all += news
        }
        return all
    }

    @Test mutating func reportsAgainAtTheEndOfEachPeriod() {
        settle()
        for _ in 0..<3 {
            let effects = machine.receive(.due)
            #expect(places(effects) == [Self.home])
            #expect(checks(effects) == [Self.home])
            #expect(places(machine.receive(.checked(Self.home, .reached))) == [])
        }
    }

    @Test mutating func aMoveIsReportedOnceWhereItWasIsSilent() {
        settle()
        #expect(checks(machine.receive(announced(Self.other))) == [Self.other])
        // Where it was still counts, and has to answer again.
        #expect(checks(machine.receive(neighbour(Self.other, own))) == [Self.home])
        #expect(places(machine.receive(.checked(Self.other, .reached))) == [])
        #expect(places(machine.receive(.checked(Self.home, .silent))) == [Self.other])
    }

    @Test mutating func anAccessoryWithTwoAddressesDoesNotMove() {
        settle()
        _ = machine.receive(announced(Self.other))
        _ = machine.receive(neighbour(Self.other, own))
        _ = machine.receive(.checked(Self.other, .reached))
        #expect(places(machine.receive(.checked(Self.home, .reached))) == [])
    }

    /// It may be asleep for a moment, so it has not moved before the address that comes first is silent for good.
    @Test mutating func itsAddressOfIPv6IsNoMoveWhileIPv4MayAnswer() {
        let local = "fe80::17%wlan0"
        settle()
        _ = machine.receive(announced(local))
        _ = machine.receive(neighbour(local, own))
        #expect(places(machine.receive(.checked(local, .reached))) == [])
        let silent = machine.receive(.checked(Self.home, .silent))
        #expect(silent == [.rest(Arrival.pause)])
        #expect(checks(machine.receive(.rested)) == [Self.home])
        #expect(places(machine.receive(.checked(Self.home, .reached))) == [])
        #expect(places(machine.receive(.due)) == [Self.home])
    }

    @Test mutating func isFollowedToItsAddressOfIPv6() {
        let local = "fe80::17%wlan0"
        settle()
        _ = machine.receive(announced(local))
        let effects = machine.receive(neighbour(local, own))
        _ = machine.receive(.checked(local, .reached))
        #expect(places(beSilent(effects)) == [local])
    }

    @Test mutating func goesWhenItIsSilentThreeTimes() {
        settle()
        let due = machine.receive(.due)
        #expect(places(due) == [Self.home])
        _ = machine.receive(.seen(.neighbourGone(address: Self.home)))
        let effects = beSilent(due)
        #expect(places(effects) == [Self.home, "nowhere"])
        #expect(checks(effects).count == 3)
    }

    @Test mutating func isReportedWhenItReturns() {
        settle()
        let due = machine.receive(.due)
        _ = machine.receive(.seen(.neighbourGone(address: Self.home)))
        _ = beSilent(due)
        #expect(checks(machine.receive(.due)) == [Self.home])
        _ = machine.receive(neighbour(Self.home, own))
        #expect(places(machine.receive(.checked(Self.home, .reached))) == [Self.home])
    }

    @Test mutating func aLiarsClaimsDoNotMakeItDisappear() {
        settle()
        for period in 0..<3 {
            var reports: [String] = []
            for number in 0..<200 {
                var effects = machine.receive(announced("10.0.\(period).\(number)", service: "liar \(number)"))
                while !effects.isEmpty {
                    reports += places(effects)
                    effects = checks(effects).flatMap { address in
                        address == Self.home
                            ? machine.receive(.checked(address, .reached))
                            : machine.receive(neighbour(address, liar)) + machine.receive(.checked(address, .reached))
                    }
                }
            }
            #expect(reports == [], "period \(period)")
            #expect(places(machine.receive(.due)) == [Self.home])
            _ = machine.receive(.checked(Self.home, .reached))
        }
    }

    @Test mutating func anotherStationAtItsAddressIsNotTheAccessory() {
        settle()
        _ = machine.receive(neighbour(Self.home, liar))
        var reports: [String] = []
        for effect in machine.receive(.due) {
            if case .check(let address, _) = effect { reports += places(machine.receive(.checked(address, .reached))) }
        }
        reports += places(machine.receive(.due))
        #expect(!reports.contains(Self.home))
    }
}
