// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// Onboard to its end on the home network, whose sightings the air simulates.
struct ArrivalTests {
    private static func air(
        _ station: String = "c0:49:ef:8c:48:0c", at address: String = "192.168.1.23", more: String = "HomeTime=10ms"
    ) -> String {
        Agent.air.replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa2\nPassphrase=home-0001")
                + """

                [AccessPoint plug]
                SSID=ShellyPlusPlugS-C049EF8C480C
                BSSID=02:00:00:00:01:50
                Signal=80
                HomeAddress=\(address)
                HomeStation=\(station)
                HomeService=_shelly._tcp
                \(more)
                """
    }

    private static let lines = [
        #"{"step":"handingOver","protection":"clear-text"}"#, #"{"outcome":"unknown"}"#,
    ]
    private static let named = #"{"check":"named","address":"c0:49:ef:8c:48:0c"}"#

    private func onboard(_ arrival: String?, by control: ControlClient) async throws -> [OnboardProgress] {
        var steps: [OnboardProgress] = []
        let request = OnboardRequest(
            ssid: "ShellyPlusPlugS-C049EF8C480C", allowsClearText: true, arrival: arrival)
        for try await progress in try control.stream(.onboard, request) { steps.append(progress) }
        return steps
    }

    @Test func endsWithTheConfirmedAddress() async throws {
        try await Agent.run(air: Self.air()) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            let steps = try await onboard("confirmed", by: agent.control)
            #expect(steps.suffix(2).map(\.step) == [.lookingForIt, .ended])
            let end = try #require(steps.last)
            #expect(end.outcome == .onNetwork && end.address == "192.168.1.23" && end.accessory != nil)
            #expect(end.arrival?.state == .confirmed && end.arrival?.evidence == "ownInterface")
            #expect(end.arrival?.station?.description == "c0:49:ef:8c:48:0c")
            let checks = peer.orders.filter { $0.hasPrefix(#"{"check":"#) }
            #expect(!checks.isEmpty && checks.allSatisfy { !$0.contains("home-0001") && $0.contains("192.168.1.23") })
        }
    }

    @Test(arguments: [("fe80::17", "fe80::17%wlan0"), ("2001:db8::17", "2001:db8::17")])
    func isFoundAndKeptAtAnAddressOfIPv6Alone(home: String, address: String) async throws {
        try await Agent.run(air: Self.air(at: home)) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            let end = try #require(try await onboard("confirmed", by: agent.control).last)
            #expect(end.address == address && end.arrival?.evidence == "ownInterface", "\(peer.orders)")
            let known = try await agent.control.accessories().accessories.first { $0.accessory.id == end.accessory?.id }
            #expect(known?.location?.address.description == address)
        }
    }

    @Test func isFoundLaterAlsoIfNobodyLooksForItNow() async throws {
        try await Agent.run(air: Self.air()) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            let end = try #require(try await onboard("none", by: agent.control).last)
            let accessory = try #require(end.accessory)
            #expect(end.arrival == nil && peer.orders.count == 1)
            let identity = try #require(await agent.daemon.book.identities[accessory.id])
            #expect(identity.station?.description == "c0:49:ef:8c:48:0c" && identity.hasHotspotForSetUpAlone)
        }
    }

    @Test func itIsWhereItWasFoundFromThenOn() async throws {
        try await Agent.run(air: Self.air()) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            var events = try agent.control.stream(.monitor).makeAsyncIterator()
            _ = try await events.next()
            let end = try #require(try await onboard("confirmed", by: agent.control).last)
            let known = try #require(
                try await agent.control.accessories().accessories.first { $0.accessory.id == end.accessory?.id })
            let place = try #require(known.location, "\(peer.orders)")
            #expect(place.address.description == "192.168.1.23" && place.evidence == .ownInterface)
            #expect(place.isConfirmed && place.isOnline)
            var texts: [String] = []
            while texts.last?.contains("is on the home network at 192.168.1.23") != true {
                let event = try #require(try await events.next()?.event)
                if event.kind == .location { texts.append(event.text) }
            }
            #expect(texts.count == 1)
        }
    }

    /// Another station answers in its name, so nobody learns that station's address as the accessory's.
    @Test func aLiarsAddressIsNotKept() async throws {
        try await Agent.run(air: Self.air("24:0a:c4:00:00:01"), arrivalPatience: .milliseconds(300)) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            _ = try await onboard("likely", by: agent.control)
            #expect(try await agent.control.accessories().accessories.map(\.location) == [nil], "\(peer.orders)")
        }
    }

    @Test func aStationThatIsAnothersIsNotIt() async throws {
        try await Agent.run(air: Self.air("24:0a:c4:00:00:01"), arrivalPatience: .milliseconds(300)) { agent in
            let peer = try ProvisionPeer(agent, Self.lines, check: Self.named)
            let end = try #require(try await onboard("likely", by: agent.control).last)
            #expect(end.outcome == .notSeen && end.arrival?.state == .notSeen && end.arrival?.address == nil)
            #expect(end.accessory != nil, "it has the network all the same")
            #expect(peer.orders.count { $0.contains("uplink") } == 1)
        }
    }

    @Test func likelyIsDoneOnlyForWhoAcceptsIt() async throws {
        for (arrival, outcome) in [("likely", OnboardOutcome.onNetwork), ("confirmed", .notSeen)] {
            try await Agent.run(air: Self.air(), arrivalPatience: .milliseconds(300)) { agent in
                let peer = try ProvisionPeer(agent, Self.lines)
                let end = try #require(try await onboard(arrival, by: agent.control).last)
                #expect(end.outcome == outcome && end.arrival?.state == .likely, "\(arrival) \(peer.orders)")
            }
        }
    }

    @Test func reportsWhatMayBeItWhileItStillLooks() async throws {
        try await Agent.run(air: Self.air(), arrivalPatience: .milliseconds(300)) { agent in
            let peer = try ProvisionPeer(agent, Self.lines)
            let steps = try await onboard("likely", by: agent.control)
            let meanwhile = steps.filter { $0.step == .lookingForIt }.compactMap(\.arrival)
            #expect(meanwhile.first?.state == .likely && meanwhile.first?.address == "192.168.1.23", "\(peer.orders)")
        }
    }

    @Test func aProvenSessionNeedsNoLook() async throws {
        try await Agent.run(air: Self.air(more: "HomeTime=900s")) { agent in
            let lines = [
                #"{"step":"handingOver","protection":"proven"}"#, #"{"outcome":"onNetwork","address":"192.168.1.9"}"#,
            ]
            let peer = try ProvisionPeer(agent, lines)
            let end = try #require(try await onboard("confirmed", by: agent.control).last)
            #expect(end.arrival?.evidence == "key" && end.address == "192.168.1.9" && peer.orders.count == 1)
        }
    }

    @Test func nobodyLooksUnlessTheOrderSaysSo() async throws {
        try await Agent.run(air: Self.air()) { agent in
            for arrival in [nil, "none"] {
                let peer = try ProvisionPeer(agent, Self.lines)
                let steps = try await onboard(arrival, by: agent.control)
                #expect(steps.last?.outcome == .unknown && steps.last?.arrival == nil && peer.orders.count == 1)
                #expect(!steps.map(\.step).contains(.lookingForIt))
            }
            await #expect(throws: AccessoryError.self) { try await onboard("certain", by: agent.control) }
        }
    }
}

/// The page that an accessory names leads where the home network shows it, and nowhere else.
struct NamedPageTests {
    @Test(arguments: [
        ("fd00::17", "http://[fd00::17]/set-up", true), ("fd00::17", "http://fd00::17/", false),
        ("fe80::17%wlan0", "http://[fe80::17]/", false), ("fe80::17%wlan0", "http://[fe80::17%25wlan0]/", false),
    ]) func namesAnAddressOfIPv6InBrackets(address: String, page: String, counts: Bool) {
        let outcome = ProvisioningOutcome.onNetwork(address: nil, page: page)
        let seen = ArrivalFinding.confirmed(.init(address: address), .station)
        #expect(OnboardProgress(outcome, nil, seen, isAccepted: true).page == (counts ? page : nil))
    }

    @Test(arguments: [
        ("http://192.168.1.23/", true), ("http://192.168.1.23:8080/set-up", true), ("http://192.168.1.7/", false),
        ("http://anna@192.168.1.23/", false), ("http://127.0.0.1:631/", false), ("https://192.168.1.23/", false),
        ("http://192.168.1.23.example.org/", false),
    ]) func countsAtTheAddressThatWasSeenAlone(page: String, counts: Bool) {
        let outcome = ProvisioningOutcome.onNetwork(address: "192.168.1.7", page: page)
        let seen = ArrivalFinding.confirmed(.init(address: "192.168.1.23"), .station)
        #expect(OnboardProgress(outcome, nil, seen, isAccepted: true).page == (counts ? page : nil))
        #expect(OnboardProgress(outcome, nil).page == nil)
        #expect(OnboardProgress(outcome, nil, .notSeen(.init()), isAccepted: true).page == nil)
    }
}
