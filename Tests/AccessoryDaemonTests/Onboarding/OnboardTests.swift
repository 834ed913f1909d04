// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// Onboard over an accessory's hotspot: who gets what, and what stays.
struct OnboardTests {
    private static let air =
        Agent.air.replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa2\nPassphrase=home-0001")
            + """

            [AccessPoint plug]
            SSID=ShellyPlusPlugS-C049EF8C480C
            BSSID=02:00:00:00:01:50
            Signal=80
            [AccessPoint lamp]
            SSID=PROV_C049EF
            BSSID=02:00:00:00:01:51
            Signal=70
            """
    private static let plug = OnboardRequest(ssid: "ShellyPlusPlugS-C049EF8C480C", allowsClearText: true)
    private static let handedOver = #"{"step":"handingOver","protection":"clear-text"}"#

    @Test func putsAnAccessoryOnTheHomeNetwork() async throws {
        try await Agent.run(air: Self.air) { agent in
            let outcome = #"{"outcome":"onNetwork","address":"192.168.1.23"}"#
            let device = #"{"step":"identified","name":"plug","address":"c0:49:ef:8c:48:0c"}"#
            let peer = try ProvisionPeer(agent, [device, Self.handedOver, outcome])
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(error == nil)
            let seen = steps.map(\.step).reduce(into: [OnboardProgress.Step]()) { if $0.last != $1 { $0.append($1) } }
            #expect(seen == [.joining, .identified, .handingOver, .restoring, .ended])
            #expect(steps.compactMap(\.lease?.state).last == .restored)
            #expect(steps.last?.outcome == .onNetwork && steps.last?.address == "192.168.1.23")
            #expect(peer.orders.count == 1 && peer.orders[0].contains("home-0001"))
            #expect(!"\(steps)".contains("home-0001"))
            let record = try await agent.control.access(app: nil).records.first { $0.app == "org.accessoryd.onboard" }
            #expect(record?.accessory.ssid?.description == "ShellyPlusPlugS-C049EF8C480C" && record?.isHidden == false)
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.why.contains("'clear-text' or better") == true)
        }
    }

    @Test(arguments: [
        (#"{"outcome":"wrongPassphrase"}"#, OnboardOutcome.wrongPassphrase), (#"{"outcome":"vanished"}"#, .vanished),
        (#"{"outcome":"refused","reason":"\u001b[2J no"}"#, .refused),
        (#"{"outcome":"refused","reason":"no","kind":"accessoryError","names":["HTTP 403"]}"#, .refused),
    ])
    func leavesNoRecordOfAnAccessoryWithoutTheNetwork(line: String, outcome: OnboardOutcome) async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver, line])
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(error == nil && steps.last?.outcome == outcome && peer.orders.count == 1)
            #expect(steps.last?.explanation?.contains("\u{1B}") == false)
            #expect((steps.last?.reason != nil) == (outcome == .refused))
            #expect(steps.last?.reason?.kind != .accessoryError || steps.last?.reason?.names == ["HTTP 403"])
            #expect(steps.compactMap(\.lease?.state).last == .restored)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"outcome":"refused","reason":"it is another"}"#, false), (#"{"outcome":"vanished"}"#, false),
        (#"{"outcome":"wrongPassphrase"}"#, true), (#"{"outcome":"unknown"}"#, true),
    ])
    func saysOnlyOfANetworkThatWasHandedOverThatItWas(line: String, hadIt: Bool) async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [line])
            _ = await agent.control.onboarded(Self.plug)
            #expect(peer.orders.count == 1)
            #expect(try await agent.history().contains { $0.action == .uplinkGiven } == hadIt)
        }
    }

    @Test func joinsNothingIfNoProgramIsBehindTheSocket() async throws {
        try await Agent.run(air: Self.air) { agent in
            _ = try DatagramSocket(at: "\(agent.directory)/provision.socket")
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(error?.code == .provisioningFailed && steps.isEmpty)
        }
    }

    @Test func joinsNothingIfTheProgramDoesNotBegin() async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver], isMute: true)
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(error?.code == .provisioningFailed && error?.message.contains("did not begin within 5") == true)
            #expect(steps.isEmpty && peer.orders.isEmpty)
            var closings = peer.closings.makeAsyncIterator()
            #expect(await closings.next() != nil, "the agent lets it go")
        }
    }

    @Test func sendsNothingReadablyWithoutConsent() async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver])
            let request = OnboardRequest(ssid: "ShellyPlusPlugS-C049EF8C480C")
            let (steps, error) = await agent.control.onboarded(request)
            #expect(error?.code == .notAuthorized && error?.message.contains("--allow-cleartext") == true)
            #expect(steps.compactMap(\.lease?.state).last == .restored && peer.orders.isEmpty)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
            #expect(try await !agent.history().contains { $0.action == .uplinkGiven })
        }
    }

    @Test func theAdministratorMayRefuseClearText() async throws {
        try await Agent.run(air: Self.air, configuration: "[Uplink]\nCleartext=refuse\n") { agent in
            let peer = try ProvisionPeer(agent, [])
            defer { withExtendedLifetime(peer) {} }
            let error = await agent.control.onboarded(Self.plug).error
            #expect(error?.code == .notAuthorized && error?.message.contains("Cleartext=refuse") == true)
            #expect(error?.message.contains("--allow-cleartext") == false, "it would be of no use")
        }
    }

    @Test func onlyRootNeedsNoWordOfTheAdministrator() async throws {
        try await Agent.run(air: Self.air) { agent in
            let error = await agent.control(as: "stranger").onboarded(Self.plug).error
            #expect(error?.code == .notAuthorized)
            #expect(error?.message.contains("CredentialsFor=org.accessoryd.onboard") == true)
        }
        let allowing = "[Uplink]\nCredentialsFor=org.accessoryd.onboard\n"
        try await Agent.run(air: Self.air, configuration: allowing) { agent in
            var request = Self.plug
            request.network = "HomeNet"
            let error = await agent.control(as: "stranger").onboarded(request).error
            #expect(error?.code == .notAuthorized, "a profile of NetworkManager is not for others")
        }
        try await Agent.run(air: Self.air, configuration: allowing) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver, #"{"outcome":"unknown"}"#])
            let (steps, error) = await agent.control(as: "stranger").onboarded(Self.plug)
            #expect(error == nil && steps.last?.outcome == .unknown && peer.orders.count == 1)
        }
    }

    private static let hub = Identity(uid: 61184, user: "accessory-picker", unit: "accessory-picker.service")

    @Test func theHubOrdersWithTheWordOfRootForAPhone() async throws {
        try await Agent.run(air: Self.air, named: ["hub": Self.hub]) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver, #"{"outcome":"unknown"}"#])
            let (steps, error) = await agent.control(as: "hub").onboarded(Self.plug)
            #expect(error == nil && steps.last?.outcome == .unknown && peer.orders.count == 1)
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.why.contains("for a phone that root lets add accessories") == true)
            var request = Self.plug
            request.network = "HomeNet"
            #expect(await agent.control(as: "hub").onboarded(request).error?.code == .notAuthorized, "a profile")
        }
    }

    @Test(arguments: ["accessory-picker2.service", "accessory-picker-desktop.service", nil])
    func nobodyElseHasTheHubsWord(unit: String?) async throws {
        var other = Self.hub
        other.unit = unit
        try await Agent.run(air: Self.air, named: ["other": other]) { agent in
            #expect(await agent.control(as: "other").onboarded(Self.plug).error?.code == .notAuthorized)
        }
    }

    private static func refusal(_ control: ControlClient) async throws -> String? {
        for try await list in try control.stream(.findNewAccessories, NewAccessoryQuery()) { return list.refusal }
        return "no list"
    }

    @Test func theListHasTheRefusalBeforeAnythingIsTyped() async throws {
        try await Agent.run(air: Self.air, named: ["hub": Self.hub]) { agent in
            let text = try await Self.refusal(agent.control(as: "stranger"))
            #expect(text?.contains("CredentialsFor=org.accessoryd.onboard") == true)
            #expect(try await Self.refusal(agent.control) == nil)
            #expect(try await Self.refusal(agent.control(as: "hub")) == nil)
        }
    }

    @Test func looksForNoAccessoryOfAnUnknownFamily() async throws {
        try await Agent.run(air: Self.air) { agent in
            let (steps, error) = await agent.control.onboarded(OnboardRequest(ssid: "MyCam-0001"))
            #expect(error?.code == .provisioningFailed && steps.isEmpty)
        }
    }

    @Test func joinsNothingForANetworkThatIsNotThere() async throws {
        try await Agent.run(air: Self.air) { agent in
            var request = Self.plug
            request.network = "No Such Net"
            let (steps, error) = await agent.control.onboarded(request)
            #expect(steps.isEmpty && error?.code == .networkNotFound)
            #expect(error?.message.contains("'No Such Net'") == true)
            #expect(error?.message.contains("nmcli connection show") == true)
        }
    }

    @Test func joinsNothingOnACableWithoutANameOfANetwork() async throws {
        let cable = Self.air.replacing("[Radio wlan0]\nSSID=HomeNet\nRestoreTime=10ms", with: "[Radio wlan0]")
        try await Agent.run(air: cable) { agent in
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(steps.isEmpty && error?.code == .networkNotFound)
            #expect(error?.message.contains(UplinkFault.cure("\(agent.directory)/accessoryd.conf")) == true)
        }
    }

    @Test func keepsAnEarlierRecordWhenAnotherAttemptFails() async throws {
        try await Agent.run(air: Self.air) { agent in
            for line in [#"{"outcome":"unknown"}"#, #"{"outcome":"vanished"}"#] {
                let peer = try ProvisionPeer(agent, [Self.handedOver, line])
                #expect(await agent.control.onboarded(Self.plug).error == nil && peer.orders.count == 1)
            }
            #expect(try await agent.control.access(app: nil).records.count == 1)
        }
    }

    @Test func joinsNothingWithoutItsProgram() async throws {
        try await Agent.run(air: Self.air) { agent in
            let (steps, error) = await agent.control.onboarded(Self.plug)
            #expect(error?.code == .provisioningFailed && error?.message.contains("provision.socket") == true)
            #expect(steps.isEmpty)
        }
    }

    @Test(arguments: [["{"], [], [String(repeating: "x", count: 70_000)], ["{}"], [#"{"outcome":"what"}"#]])
    func believesNoProgramWithoutAReport(lines: [String]) async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, lines)
            #expect(await agent.control.onboarded(Self.plug).error?.code == .provisioningFailed)
            #expect(peer.orders.count == 1)
        }
    }

    @Test func takesALostProgramForUnknownAfterTheHandOver() async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver])
            #expect(await agent.control.onboarded(Self.plug).steps.last?.outcome == .unknown)
            #expect(peer.orders.count == 1)
        }
    }

    @Test func endsTheProgramAndTheHotspotWithTheCaller() async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver], staysOpen: true)
            for try await progress in try agent.control.stream(.onboard, Self.plug) where progress.step == .handingOver
            { break }
            for await _ in peer.closings { break }
            try await agent.until { $0.leases.isEmpty }
        }
    }

    @Test(arguments: [
        OnboardRequest(), OnboardRequest(ssid: "a", bluetoothAddress: "02:00:00:00:02:00"),
        OnboardRequest(ssid: "a", family: "toaster"), OnboardRequest(ssid: "a", bssid: "here"),
        OnboardRequest(ssid: "a", proof: ""), OnboardRequest(ssid: "a", proof: String(repeating: "1", count: 257)),
        OnboardRequest(ssid: "a", security: "wpa3"), OnboardRequest(ssid: "a", security: ""),
        OnboardRequest(ssid: "a", passphrase: "short"), OnboardRequest(ssid: String(repeating: "a", count: 33)),
    ])
    func refusesABadOrderBeforeAnythingChanges(request: OnboardRequest) async throws {
        try await Agent.run(air: Self.air) { agent in
            let (steps, error) = await agent.control.onboarded(request)
            #expect(error?.code == .invalidRequest && steps.isEmpty)
        }
    }

    @Test func listsWhatCanBeAdded() async throws {
        try await Agent.run(air: Self.air) { agent in
            for try await list in try agent.control.stream(.findNewAccessories, NewAccessoryQuery())
            where list.isComplete {
                #expect(list.accessories.map(\.family) == ["shelly", "espressif"])
                #expect(list.accessories.map(\.isClearText) == [true, true])
                break
            }
        }
    }

    private static let rest = """

        [AccessPoint hidden]
        SSID=Hid Fallback Hotspot
        BSSID=02:00:00:00:01:52
        Hidden=true
        [AccessPoint clock]
        SSID=WIFI_CLOCK_PROV
        BSSID=02:00:00:00:01:53
        """

    private func list(_ query: NewAccessoryQuery, of agent: Agent) async throws -> NewAccessoryList? {
        for try await list in try agent.control.stream(.findNewAccessories, query) where list.isComplete { return list }
        return nil
    }

    @Test func asksForAHiddenAccessoryByItsName() async throws {
        try await Agent.run(air: Self.air + Self.rest) { agent in
            let all = try await list(NewAccessoryQuery(), of: agent)
            #expect(all?.accessories.map(\.family) == ["shelly", "espressif"] && all?.namesakes == nil)
            let named = try await list(NewAccessoryQuery(ssids: ["Hid Fallback Hotspot"]), of: agent)
            let names = named?.accessories.filter { $0.family == "esphome" }.map(\.name)
            #expect(names == ["Hid Fallback Hotspot"] && named?.namesakes == [])
        }
    }

    @Test func listsAnAccessoryThatOnlyItsLabelKnows() async throws {
        try await Agent.run(air: Self.air + Self.rest) { agent in
            let query = NewAccessoryQuery(ssids: ["WIFI_CLOCK_PROV"], family: "espressif")
            let labelled = try await list(query, of: agent)
            let clock = labelled?.accessories.first { $0.name == "WIFI_CLOCK_PROV" }
            #expect(clock?.family == "espressif" && clock?.isCertain == false)
            let unknown = try await list(NewAccessoryQuery(ssids: ["WIFI_CLOCK_PROV"]), of: agent)
            #expect(unknown?.namesakes?.map(\.reason) == [.noFamily])
        }
    }

    @Test(arguments: [
        NewAccessoryQuery(ssids: [""]), NewAccessoryQuery(ssids: (0..<9).map { "\($0)" }),
        NewAccessoryQuery(bluetoothName: ""), NewAccessoryQuery(address: "here"), NewAccessoryQuery(family: "toaster"),
    ])
    func refusesABadLook(query: NewAccessoryQuery) async throws {
        try await Agent.run(air: Self.air) { agent in
            let error = await #expect(throws: AccessoryError.self) { _ = try await list(query, of: agent) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func marksTheHotspotOfWhatHasTheNetworkAlready() async throws {
        try await Agent.run(air: Self.air) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver, #"{"outcome":"onNetwork"}"#])
            let (steps, _) = await agent.control.onboarded(Self.plug)
            #expect(steps.last?.outcome == .onNetwork && peer.orders.count == 1)
            for try await list in try agent.control.stream(.findNewAccessories, NewAccessoryQuery())
            where list.isComplete {
                #expect(list.accessories.map(\.wasReset) == [true, nil])
                break
            }
        }
    }
}
