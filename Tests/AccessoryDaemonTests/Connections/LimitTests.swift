// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing
import Varlink

@testable import AccessoryDaemon

/// Every limit of the agent's own is reached here; those of the protocol in VarlinkTests.
@Suite struct LimitTests {
    private static let camera = "org.example.camera"

    @Test func aSearchIsBoundedUnlessARequestLiftsTheLimit() throws {
        #expect(try DiscoveryTimeout.default.duration == .seconds(30))
        #expect(try DiscoveryTimeout(seconds: 3600).duration == .seconds(3600))
        #expect(try DiscoveryTimeout(seconds: nil, isUnbounded: true).duration == nil)
        for refused in [(0, false), (3601, false), (30, true)] {
            #expect(throws: AccessoryError.self) {
                try DiscoveryTimeout(seconds: refused.0, isUnbounded: refused.1).duration
            }
        }
    }

    @Test(arguments: [(nil, .seconds(30)), (false, .seconds(30)), (true, nil)] as [(Bool?, Duration?)])
    func aRequestIsUnboundedOnlyWhereItDemandsThat(isUnbounded: Bool?, duration: Duration?) throws {
        #expect(try ShowPickerRequest(items: [], isUnbounded: isUnbounded).timeout.duration == duration)
        #expect(try SetUpRequest(app: Self.camera, isUnbounded: isUnbounded).timeout.duration == duration)
    }

    @Test func connectionsOfOneUserDoNotShutOutAnother() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "plug.service")
        // Both ends are in this process.
        OpenFiles.allowAll()
        try await Agent.run(callers: ["camera"], named: ["other": other]) { agent in
            let limit = MessageLimits.connectionsOfOwner
            var open: [ClientConnection] = []
            for _ in 0..<limit {
                let connection = try ClientConnection(path: agent.appPath("camera"))
                let _: AccessoryList = try await connection.call("org.accessoryd.Setup.ListAccessories", Nothing())
                open.append(connection)
            }
            await #expect(throws: (any Error).self) {
                let more = try ClientConnection(path: agent.appPath("camera"))
                let _: AccessoryList = try await more.call("org.accessoryd.Setup.ListAccessories", Nothing())
            }
            #expect(try await agent.app("other").call(.listAccessories).accessories.isEmpty)
            // A closed connection makes room, after the agent has noticed.
            open.removeLast().close()
            while true {
                let again = try ClientConnection(path: agent.appPath("camera"))
                let reply: AccessoryList? = try? await again.call("org.accessoryd.Setup.ListAccessories", Nothing())
                if reply != nil { break }
            }
            open.removeAll()
        }
    }

    @Test func oneUserHasSoManyStreams() async throws {
        try await Agent.run { agent in
            var open: [AgentStream<SessionEvent>.AsyncIterator] = []
            for _ in 0..<AccessoryDaemon.Limits.streamsPerUser {
                var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
                _ = try await events.next()
                open.append(events)
            }
            let error = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("camera").stream(.activate) {}
            }
            #expect(error?.code == .busy)
            open.removeAll()
        }
    }

    @Test func oneAppHoldsSoManyLeases() async throws {
        let limit = AccessoryDaemon.Limits.leasesPerApp
        var air = Agent.air
        for number in 1...limit {
            air +=
                "\n[Radio wlan\(number)]\n[AccessPoint more\(number)]\nSSID=MyCam-1\(number)\nBSSID=02:00:00:00:02:0\(number)"
        }
        try await Agent.run(air: air) { agent in
            var held: [AgentStream<LeaseReply>.AsyncIterator] = []
            for number in 1...limit {
                let ssid = "MyCam-1\(number)"
                _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: ssid))
                var lease = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: ssid))
                    .makeAsyncIterator()
                while let state = try await lease.next()?.lease.state, state != .joined {}
                held.append(lease)
            }
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001"))
            let error = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
                {}
            }
            #expect(error?.code == .busy && error?.message.contains("limit") == true)
            held.removeAll()
        }
    }

    @Test func oneAppHasSoManyConfigurations() async throws {
        let apps = [Self.camera: (Agent.apps[Self.camera] ?? "") + "\nSSIDs=HomeNet"]
        try await Agent.run(apps: apps) { agent in
            let limit = AccessoryDaemon.Limits.hotspotsPerApp
            // The machine is on HomeNet already, so that nobody is asked.
            for number in 0..<limit { try await agent.daemon.fill(number, app: Self.camera) }
            let error = await #expect(throws: AccessoryError.self) {
                _ = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "HomeNet"))
            }
            #expect(error?.code == .busy)
            try await agent.app("camera").call(.removeHotspot, HotspotQuery(ssid: "MyCam-9000"))
            let reply = try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssid: "HomeNet"))
            #expect(reply.joined)
            // An existing record may be applied again.
            #expect(try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssid: "HomeNet")).joined)
        }
    }

    @Test func anAnswerThatIsTooLargeIsRefused() async throws {
        try await Agent.run { agent in
            try await agent.daemon.fill(records: 8000, app: Self.camera)
            let connection = try ClientConnection(path: agent.controlPath)
            let error = await #expect(throws: VarlinkError.self) {
                let _: RecordList = try await connection.call("org.accessoryd.Control.ListAccess", Nothing())
            }
            #expect(error?.name == "org.accessoryd.Control.InvalidRequest")
            // The connection and the agent go on.
            #expect(try await agent.control.access(app: "org.example.plug").records.isEmpty)
            #expect(try await agent.control.call(.getStatus).accessRecords == 8000)
        }
    }

    @Test func aPickerTakesSoManyItems() async throws {
        try await Agent.run { agent in
            let item = DisplayItem(name: "Camera", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))
            let items = Array(repeating: item, count: AccessoryDaemon.Limits.itemsPerPicker + 1)
            let picker = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(picker?.code == .invalidRequest && picker?.field == "items")
            let fields = Array(repeating: DescriptorFields(ssidPrefix: "MyCam-"), count: items.count)
            let scan = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.control.stream(.scan, ScanRequest(descriptors: fields)) {}
            }
            #expect(scan?.code == .invalidRequest && scan?.field == "descriptors")
        }
    }

    @Test func oneAppHasOnePresentation() async throws {
        try await Agent.run { agent in
            var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let items = [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))]
            let (codes, _) = try await Person(agent: agent, chooses: nil).present {
                await withTaskGroup(of: AccessoryError.Code?.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            do {
                                _ = try await agent.app("camera").call(.showPicker, ShowPickerRequest(items: items))
                                return nil
                            } catch {
                                return (error as? AccessoryError)?.code
                            }
                        }
                    }
                    var codes: Set<AccessoryError.Code?> = []
                    for await code in group { codes.insert(code) }
                    return codes
                }
            }
            #expect(codes == [.pickerAlreadyActive, .userCancelled])
        }
    }
}

extension Daemon {
    func fill(records count: Int, app: String) throws {
        try commit(
            (0..<count).map { number in
                let accessory = Accessory(
                    id: "accessory-\(number)", displayName: "Camera", ssid: try SSID(text: "MyCam-\(number)"),
                    bssid: nil,
                    state: .authorized)
                let record = AccessRecord(
                    app: app, uid: nil, accessory: accessory, security: nil, frequency: nil, isHidden: false,
                    origin: .administrator, grantedBy: "a test", granted: now())
                return .put(record, nil)
            })
    }

    /// Writes a configuration as if the app had applied it.
    func fill(_ number: Int, app: String) throws {
        let hotspot = HotspotConfiguration(
            app: app, uid: 1000, ssid: try SSID(text: "MyCam-\(9000 + number)"), ssidPrefix: nil, isProtected: false,
            isHidden: false, joinOnce: false, applied: now(), expires: nil)
        try commit([.apply(hotspot, nil)])
    }
}
