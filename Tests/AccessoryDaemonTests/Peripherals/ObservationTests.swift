// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// Whether accessories are on the air, as apps learn it.
@Suite(.timeLimit(.minutes(2))) struct ObservationTests {
    private static let plug = "org.example.plug"
    private static let home = "192.168.1.23"

    /// A home network that shows this at once, and nothing later.
    private struct Street: Neighbourhood {
        var shows: [HomeSighting] = []

        func sightings(_ request: NeighbourhoodRequest) async -> AsyncStream<HomeSighting> {
            let (sightings, send) = AsyncStream.makeStream(of: HomeSighting.self)
            for sighting in shows { send.yield(sighting) }
            return sightings
        }

        func place(of address: String, seenOn interface: String?, home: String?) async -> AddressPlace {
            interface.map { .station(interface: $0) } ?? .elsewhere
        }
    }

    /// - Parameters:
    ///   - gadget: the plug's Bluetooth side.
    ///   - hotspot: keys of its hotspot; nil if it is closed.
    private func run(
        gadget: Gadget? = nil, hotspot: String? = nil, street: Street = Street(),
        clock: any Clock<Duration> = HurriedClock(ListeningDuty.observing.period),
        _ body: @Sendable (_ agent: Agent, _ plug: Accessory.ID) async throws -> Void
    ) async throws {
        let air = """
            \(Agent.air)
            [AccessPoint plug]
            SSID=MyPlug
            BSSID=02:00:00:00:0B:11
            \(hotspot ?? "Appears=1000s")
            """
        let app = """
            [App]
            Name=Plug
            Supports=WiFi;Bluetooth
            [Identity]
            Units=plug.service
            [Discovery]
            SSIDPrefixes=MyPlug
            BluetoothServices=FFF0
            """
        try await Agent.run(
            air: air, apps: [Self.plug: app, "org.example.camera": Agent.apps["org.example.camera"] ?? ""],
            bluetooth: gadget, neighbourhood: street, clock: clock,
            uptime: { ListeningDuty.observing.period * 2 },
            observing: ListeningDuty(period: .seconds(60), listening: .milliseconds(200))
        ) { agent in
            let grant = GrantRequest(app: Self.plug, ssid: "MyPlug", bluetoothAddress: Gadget.address)
            try await body(agent, try await agent.control.call(.grantAccess, grant).record.accessory.id)
        }
    }

    private func refusal(_ agent: Agent, as name: String, _ accessories: [String]) async -> AccessoryError.Code? {
        await #expect(throws: AccessoryError.self) {
            for try await _ in try agent.app(name).stream(.observe, ObserveRequest(accessories: accessories)) {}
        }?.code
    }

    @Test func anAppLearnsThatItsAccessoryCameAndWent() async throws {
        let gadget = try Gadget()
        try await run(gadget: gadget) { agent, plug in
            var replies = try agent.app("plug").stream(.observe, ObserveRequest(accessories: [plug]))
                .makeAsyncIterator()
            #expect(try await replies.next() == ObserveReply())
            let came = try await replies.next()
            gadget.goAway()
            let went = try await replies.next()
            #expect(came?.presence == PresenceUpdate(accessory: plug, change: .appeared, radio: .bluetooth))
            #expect(went?.presence == PresenceUpdate(accessory: plug, change: .disappeared))
        }
    }

    @Test func aHotspotThatOpensAgainIsAReset() async throws {
        try await run(hotspot: "Appears=1s") { agent, plug in
            let identity = ExpectedIdentity(family: .shelly, hotspot: try SSID(text: "MyPlug"), bssid: nil)
            await agent.daemon.noteArrival(.notSeen(.init()), of: identity, page: nil, on: nil, plug)
            var news = try agent.control.stream(.monitor).makeAsyncIterator()
            var replies = try agent.app("plug").stream(.observe, ObserveRequest(accessories: [plug]))
                .makeAsyncIterator()
            #expect(try await replies.next() == ObserveReply())
            let (came, reset) = (try await replies.next(), try await replies.next())
            #expect(came?.presence == PresenceUpdate(accessory: plug, change: .appeared, radio: .wifi))
            #expect(reset?.presence == PresenceUpdate(accessory: plug, change: .reset, radio: .wifi))
            while let event = try await news.next()?.event, event.kind != .location {}
        }
    }

    @Test func whatIsOnTheHomeNetworkIsFollowed() async throws {
        let station = try #require(MACAddress("c0:49:ef:8c:48:0c"))
        let neighbour = HomeSighting.neighbour(Neighbour(address: Self.home, station: station, interface: "wlan0"))
        try await run(street: Street(shows: [neighbour]), clock: ContinuousClock()) { agent, plug in
            let peer = try ProvisionPeer(agent, [], check: #"{"check":"reached"}"#)
            let identity = ExpectedIdentity(
                family: .shelly, hotspot: try SSID(text: "ShellyPlus1-C049EF8C480C"), bssid: nil)
            await agent.daemon.noteArrival(.notSeen(.init()), of: identity, page: nil, on: nil, plug)
            let app = agent.app("plug")
            var events = try app.stream(.activate).makeAsyncIterator()
            #expect(try await events.next()?.event.type == .activated)
            let observed = try app.stream(.observe, ObserveRequest(accessories: [plug]))
            let arrived = try #require(try await events.next()?.event)
            #expect(arrived.type == .accessoryArrived && arrived.location?.address.description == Self.home)
            #expect(try await app.call(.getLocation, AccessoryQuery(accessory: plug)).location?.isConfirmed == true)
            withExtendedLifetime((observed, peer)) {}
        }
    }

    @Test func nobodyObservesWhatIsNotTheirs() async throws {
        try await run { agent, plug in
            #expect(await refusal(agent, as: "camera", [plug]) == .unknownAccessory)
            #expect(await refusal(agent, as: "stranger", [plug]) == .notAuthorized)
            #expect(await refusal(agent, as: "plug", [plug, "no such"]) == .unknownAccessory)
            #expect(await refusal(agent, as: "plug", []) == .invalidRequest)
            #expect(await refusal(agent, as: "plug", Array(repeating: plug, count: 33)) == .invalidRequest)
        }
    }

    @Test func anAppHasALimitOfCallsThatObserve() async throws {
        try await run { agent, plug in
            var open: [AgentStream<ObserveReply>] = []
            for _ in 0..<Limits.observationsPerApp {
                let stream = try agent.app("plug").stream(.observe, ObserveRequest(accessories: [plug]))
                var replies = stream.makeAsyncIterator()
                _ = try await replies.next()
                open.append(stream)
            }
            #expect(await refusal(agent, as: "plug", [plug]) == .busy)
            #expect(await agent.daemon.sessions.observations.count == Limits.observationsPerApp)
            open = []
            while await agent.daemon.sessions.observations.count > 0 { await Task.yield() }
        }
    }

    @Test func endsAtOnceWhenAccessEnds() async throws {
        try await run(clock: ContinuousClock()) { agent, plug in
            let error = await #expect(throws: AccessoryError.self) {
                for try await reply in try agent.app("plug").stream(.observe, ObserveRequest(accessories: [plug]))
                where reply.presence == nil {
                    _ = try await agent.control.call(
                        .setAccess, SetAccessRequest(app: Self.plug, accessory: plug, allowed: false))
                }
            }
            #expect(error?.code == .userRestricted)
        }
    }
}
