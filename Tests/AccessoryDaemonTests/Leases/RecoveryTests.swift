// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon
@testable import SimulatedRadios

@Suite struct RecoveryTests {
    /// Leaves the radio on an accessory's network, as an agent that was killed there.
    private func strand(_ radio: SimulatedRadios, in directory: String) async throws {
        let protection = try await radio.protect(interface: "wlan0")
        let network = WiFiNetwork(
            ssid: try SSID(text: "MyCam-0001"), bssid: try #require(MACAddress("02:00:00:00:01:01")), frequency: 2437,
            signal: 90, security: .open, interface: "wlan0")
        let request = JoinRequest(
            ssid: try SSID(text: "MyCam-0001"), network: network, passphrase: nil, isHidden: false, addressing: .ipv4,
            profile: protection.profile)
        for try await step in await radio.join(request) { if case .joined = step { break } }
        try Store(directory: directory + "/state").journal(protection, ssid: request.ssid)
    }

    @Test func restoresWhatAnEarlierRunOwes() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let radio = try SimulatedRadios(KeyFile(Agent.air.utf8, path: "test-air.conf"))
        try await strand(radio, in: directory)
        try await Agent.run(in: directory, radio: radio) { agent in
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
        #expect(try Store(directory: directory + "/state").unfinished().isEmpty)
    }

    @Test func anAppThatJoinsWhileAnUplinkComesBackWaitsForIt() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let air = Agent.air.replacing("RestoreTime=10ms", with: "RestoreTime=5s")
        let radio = try SimulatedRadios(KeyFile(air.utf8, path: "test-air.conf"))
        try await strand(radio, in: directory)
        try await Agent.run(in: directory, radio: radio) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            var updates = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                .makeAsyncIterator()
            while try await updates.next()?.lease.state != .joined {}
        }
    }

    /// Radios that are switched off, so that an earlier run owes their uplinks until a test switches them on.
    private func owing(_ interfaces: [String], in directory: String) async throws -> SimulatedRadios {
        var air = Agent.air + "\n[Radio wlan1]\nSSID=Office\nRestoreTime=10ms"
        let present = try SimulatedRadios(KeyFile(air.utf8, path: "test-air.conf"))
        let store = try Store(directory: directory + "/state")
        for interface in interfaces {
            let protection = try await present.protect(interface: interface)
            try store.journal(protection, ssid: try SSID(text: "MyCam-0001"))
            air = air.replacing("[Radio \(interface)]", with: "[Radio \(interface)]\nUnusable=switchedOff")
        }
        return try SimulatedRadios(KeyFile(air.utf8, path: "test-air.conf"))
    }

    @Test func anAppThatIsGoneWaitsForNoUplink() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let radio = try await owing(["wlan0"], in: directory)
        try await Agent.run(in: directory, radio: radio) { agent in
            try await agent.until { $0.leases.count == 1 }
            let waiting = Task { try await agent.daemon.chooseRadio(wanted: "wlan0") }
            waiting.cancel()
            // One that asks again and again would never end.
            let error = await #expect(throws: AccessoryError.self) { _ = try await waiting.value }
            #expect(error?.code == .busy)
            radio.change { air, now in air.stations[0].outage?.until = now }
        }
    }

    @Test func anAppWaitsForNoRadioButTheOneItNames() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let radio = try await owing(["wlan0"], in: directory)
        try await Agent.run(in: directory, radio: radio) { agent in
            _ = try await agent.grant()
            let stream = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            var updates = stream.makeAsyncIterator()
            while try await updates.next()?.lease.state != .joined {}
            let error = await #expect(throws: AccessoryError.self) {
                _ = try await agent.daemon.chooseRadio(wanted: "wlan1")
            }
            #expect(error?.code == .busy)
            let isRecovering = await agent.daemon.isRecovering("wlan0")
            #expect(isRecovering)
            radio.change { air, now in air.stations[0].outage?.until = now }
            withExtendedLifetime(stream) {}
        }
    }

    @Test func anAppThatNamesNoRadioTakesTheFirstThatIsBack() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let radio = try await owing(["wlan0", "wlan1"], in: directory)
        try await Agent.run(in: directory, radio: radio) { agent in
            try await agent.until { $0.leases.count == 2 }
            let waiting = Task { try await agent.daemon.chooseRadio() }
            // Meanwhile it begins to wait.
            _ = try await agent.control.call(.getStatus)
            radio.change { air, now in air.stations[1].outage?.until = now }
            let chosen = try await waiting.value.interface
            #expect(chosen == "wlan1")
            let isRecovering = await agent.daemon.isRecovering("wlan0")
            #expect(isRecovering)
            radio.change { air, now in air.stations[0].outage?.until = now }
        }
    }

    @Test func bringsBackWhatIsOwedWhenItsRadioComesAtLast() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let air = Agent.air.replacing("RestoreTime=10ms", with: "RestoreTime=10ms\nUnusable=backendAway")
        let radio = try SimulatedRadios(KeyFile(air.utf8, path: "test-air.conf"))
        let present = try SimulatedRadios(KeyFile(Agent.air.utf8, path: "test-air.conf"))
        let protection = try await present.protect(interface: "wlan0")
        try Store(directory: directory + "/state").journal(protection, ssid: try SSID(text: "MyCam-0001"))

        try await Agent.run(in: directory, radio: radio) { agent in
            #expect(try await agent.control.call(.getStatus).unavailable != nil)
            #expect(try Store(directory: directory + "/state").unfinished().count == 1)
            radio.change { air, now in air.stations[0].outage?.until = now }
            while try await agent.control.call(.getStatus).adapters.first?.detail != "HomeNet" {}
            while try await !agent.control.call(.getStatus).leases.isEmpty {}
        }
        #expect(try Store(directory: directory + "/state").unfinished().isEmpty)
    }

    @Test func givesTheUplinkBackBeforeItStops() async throws {
        let radio = try SimulatedRadios(KeyFile(Agent.air.utf8, path: "test-air.conf"))
        let session = try await Agent.run(radio: radio) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            let stream = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            var updates = stream.makeAsyncIterator()
            while try await updates.next()?.lease.state != .joined {}
            return stream
        }
        for await state in await radio.states() {
            #expect(state.adapters.map(\.activity) == [.connected(name: "HomeNet", ssid: try SSID(text: "HomeNet"))])
            break
        }
        withExtendedLifetime(session) {}
    }

    @Test func cutsNothingWhenTheJournalCannotBeWritten() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            try Database(path: directory + "/state/accessoryd.db").run("DROP TABLE journal")
            var states: [LeaseUpdate.State] = []
            do {
                for try await update in try agent.app("camera").stream(
                    .joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                {
                    states.append(update.lease.state)
                }
                Issue.record("it joined without a journal entry")
            } catch let error as AccessoryError {
                #expect(error.code == .connectionFailed && error.message.contains("journal"))
            }
            #expect(states == [.scanning, .left])
            let status = try await agent.control.call(.getStatus)
            #expect(status.adapters.map(\.detail) == ["HomeNet"])
        }
    }

    @Test func recordsAreThereAfterARestart() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await Agent.run(in: directory) { agent in
            let (_, error) = try await Person(agent: agent, chooses: "MyCam-0404").setUp()
            #expect(error?.code == .noAddress)
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
        }
        try await Agent.run(in: directory) { agent in
            let records = try await agent.app("camera").call(.listAccessories).accessories
            #expect(records.compactMap(\.ssid?.description) == ["MyCam-0001"])
        }
    }
}

extension Daemon {
    fileprivate func isRecovering(_ interface: String) -> Bool { !leases.recovering(on: [interface]).isEmpty }
}
