// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@Suite struct MainJobTests {
    @Test func findsGrantsJoinsAndRestores() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0001")
            let (replies, seen) = try await person.present {
                var replies: [SetUpReply] = []
                for try await reply in try agent.control.stream(.setUp, SetUpRequest(app: "org.example.camera")) {
                    replies.append(reply)
                    if reply.event?.type == .pickerDidDismiss {
                        let records = try await agent.control.access(app: nil).records
                        #expect(records.map(\.accessory.ssid?.description) == ["MyCam-0001"])
                        #expect(try await agent.control.call(.getStatus).adapters.map(\.state) == [.accessory])
                        try await agent.control.call(.leaveHotspot, LeaveHotspotRequest(app: "org.example.camera"))
                    }
                }
                return replies
            }
            #expect(
                replies.compactMap(\.event?.type) == [.pickerDidPresent, .accessoryAdded, .pickerDidDismiss])
            #expect(replies.compactMap(\.lease?.state) == [.associating, .addressing, .joined, .left, .restored])
            #expect(replies.last?.lease?.uplink == "HomeNet")
            #expect(seen.last?.error == nil)
            #expect(seen.contains { $0.items?.contains { $0.cuts == "HomeNet" } ?? false })
            let status = try await agent.control.call(.getStatus)
            #expect(status.adapters.map(\.detail) == ["HomeNet"])
            #expect(status.leases.isEmpty)
        }
    }

    @Test func appGoesThroughSessionPickerAndLease() async throws {
        try await Agent.run { agent in
            let app = agent.app("camera")
            let session = try app.stream(.activate)
            var events = session.makeAsyncIterator()
            #expect(try await events.next()?.event.type == .activated)
            let items = [DisplayItem(name: "My camera", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))]
            let (reply, _) = try await Person(agent: agent, chooses: "MyCam-0042", passphrase: "camera-0042").present {
                try await app.call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(reply.accessory?.displayName == "My camera")
            #expect(try await events.next()?.event.type == .pickerDidPresent)
            #expect(try await events.next()?.event.accessory?.id == reply.accessory?.id)
            #expect(try await events.next()?.event.type == .pickerDidDismiss)
            #expect(try await app.call(.listAccessories).accessories.map(\.id) == [reply.accessory?.id])
            #expect(try await agent.app("plug").call(.listAccessories).accessories.isEmpty)

            // The lease continues; the agent kept the passphrase for the next one.
            for try await update in try app.stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0042")) {
                #expect(update.lease.state == .joined)
                break
            }
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            var states: [LeaseUpdate.State] = []
            for try await update in try app.stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0042")) {
                states.append(update.lease.state)
                if update.lease.state == .joined { try await app.call(.leaveHotspot, LeaveHotspotRequest()) }
            }
            #expect(states == [.scanning, .associating, .authenticating, .addressing, .joined, .left, .restored])
            _ = session
        }
    }

    @Test func aFailedJoinLeavesNoGrantAndBringsTheUplinkBack() async throws {
        try await Agent.run { agent in
            let (replies, error) = try await Person(agent: agent, chooses: "MyCam-0404").setUp()
            #expect(error?.code == .noAddress)
            #expect(replies.compactMap(\.event?.type) == [.pickerDidPresent, .pickerSetupFailed, .pickerDidDismiss])
            #expect(replies.compactMap(\.lease).last?.state == .restored)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
            let adapters = try await agent.control.call(.getStatus).adapters
            #expect(adapters.map(\.detail) == ["HomeNet"])
        }
    }

    @Test func aWrongPassphraseIsReportedAsOne() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0042", passphrase: "not-the-right-one")
            let (_, error) = try await person.setUp()
            #expect(error?.code == .wrongPassphrase)
            #expect(error.map { !$0.message.contains("not-the-right-one") } ?? false)
        }
    }

    @Test func cancellingLeavesNothing() async throws {
        try await Agent.run { agent in
            let (_, error) = try await Person(agent: agent, chooses: nil).setUp()
            #expect(error?.code == .userCancelled)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
        }
    }

    @Test func leaseEndsWithItsConnection() async throws {
        try await Agent.run { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            for try await update in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            where update.lease.state == .joined {
                break
            }
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func revokingEndsTheLease() async throws {
        try await Agent.run { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            let error = await #expect(throws: AccessoryError.self) {
                for try await update in try agent.app("camera").stream(
                    .joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                where update.lease.state == .joined {
                    try await agent.control.call(
                        .revokeAccess, AppAccessQuery(app: "org.example.camera", ssid: "MyCam-0001"))
                }
            }
            #expect(error?.code == .notAuthorized)
            let adapters = try await agent.control.call(.getStatus).adapters
            #expect(adapters.map(\.detail) == ["HomeNet"])
        }
    }

    @Test func letsGoWhenAPersonJoinsAnotherNetwork() async throws {
        let air = Agent.air.replacing("SSID=MyCam-0001\n", with: "SSID=MyCam-0001\nInterrupts=50ms\n")
        try await Agent.run(air: air) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            var states: [LeaseUpdate.State] = []
            do {
                for try await update in try agent.app("camera").stream(
                    .joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                {
                    states.append(update.lease.state)
                }
                Issue.record("the lease went on")
            } catch let error as AccessoryError {
                #expect(error.code == .interrupted)
            }
            #expect(states.last == .left)
        }
    }

    @Test func secondAppAtTheSameRadioIsBusy() async throws {
        try await Agent.run { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.plug", ssid: "MyPlug"))
            for try await update in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            where update.lease.state == .joined {
                let error = await #expect(throws: AccessoryError.self) {
                    for try await _ in try agent.app("plug").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyPlug")) {}
                }
                #expect(error?.code == .busy)
                break
            }
        }
    }

    @Test func monitorPrintsWhatHappens() async throws {
        try await Agent.run { agent in
            var monitor = try agent.control.stream(.monitor).makeAsyncIterator()
            #expect(try await monitor.next()?.event == nil)
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            let event = try #require(try await monitor.next()?.event)
            #expect(event.kind == .access && event.app == "org.example.camera" && event.text.contains("MyCam-0001"))
        }
    }

    @Test func scanShowsOnlyWhatMatches() async throws {
        try await Agent.run { agent in
            for try await reply in try agent.control.stream(.scan, ScanRequest(app: "org.example.camera"))
            where reply.isComplete {
                let names = Set(reply.networks.compactMap(\.ssid?.description))
                #expect(names == ["MyCam-0001", "MyCam-0042", "MyCam-0404"])
                break
            }
        }
    }
}

extension Agent {
    /// Follows what happens until the status is as wanted.
    func until(_ condition: (Status) -> Bool) async throws {
        let monitor = try control.stream(.monitor)
        for try await _ in monitor {
            if condition(try await control.call(.getStatus)) { return }
        }
    }
}
