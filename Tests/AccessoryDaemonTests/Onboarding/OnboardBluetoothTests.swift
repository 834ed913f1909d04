// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// Onboard over Bluetooth: who gets what, and what stays.
@Suite(.timeLimit(.minutes(5))) struct OnboardBluetoothTests {
    private static let air = Agent.air.replacing(
        "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa2\nPassphrase=home-0001")

    private static func lamp(
        _ family: String? = nil, address: String = Gadget.address, allows: Bool = true
    ) -> OnboardRequest {
        OnboardRequest(bluetoothAddress: address, family: family, allowsClearText: allows)
    }

    private func run(
        _ gadget: Gadget, clock: (any Clock<Duration>)? = nil, _ body: @Sendable (Agent) async throws -> Void
    ) async throws {
        try await Agent.run(air: Self.air, bluetooth: gadget, clock: clock, body)
    }

    @Test func putsALampOnTheHomeNetwork() async throws {
        let gadget = try Gadget()
        try await run(gadget) { agent in
            let (steps, error) = await agent.control.onboarded(Self.lamp())
            #expect(error == nil)
            // The result may come before the answer to the write.
            #expect(steps.map(\.step).filter { $0 != .waitingForAccessory } == [.joining, .handingOver, .ended])
            #expect(steps.last?.outcome == .onNetwork && steps.last?.accessory?.displayName == "Lamp")
            #expect(!"\(steps)".contains("home-0001") && gadget.links == 0)
            let record = try #require(try await agent.control.access(app: nil).records.first)
            #expect(record.app == "org.accessoryd.onboard" && record.accessory.ssid == nil)
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.why.contains("'clear-text' or better") == true)
        }
    }

    @Test func doesItAgainWithTheSameRecord() async throws {
        try await run(Gadget()) { agent in
            let first = await agent.control.onboarded(Self.lamp()).steps.last?.accessory
            let second = await agent.control.onboarded(Self.lamp()).steps.last?.accessory
            #expect(first != nil && first?.id == second?.id)
            let records = try await agent.control.access(app: nil).records
            #expect(records.count == 1)
        }
    }

    @Test func leavesNoRecordOfADeviceThatGoes() async throws {
        try await run(Gadget(.breaks(at: 3))) { agent in
            let (steps, error) = await agent.control.onboarded(Self.lamp())
            #expect(error == nil && steps.last?.outcome == .vanished && steps.last?.accessory == nil)
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }

    @Test func sendsNothingReadablyWithoutConsent() async throws {
        let gadget = try Gadget()
        try await run(gadget) { agent in
            let (_, error) = await agent.control.onboarded(Self.lamp(allows: false))
            #expect(error?.code == .notAuthorized && error?.message.contains("--allow-cleartext") == true)
            #expect(gadget.requests == 0)
            let history = try await agent.history()
            #expect(!history.contains { $0.action == .uplinkGiven })
        }
    }

    @Test func givesNothingBeforeTheButtonIsPressed() async throws {
        let gadget = try Gadget(.waitsForButton)
        try await run(gadget) { agent in
            for try await progress in try agent.control.stream(.onboard, Self.lamp()) where progress.step == .joining {
                // The fifth request reads that the lamp waits. The caller goes then.
                while gadget.requests < 5 { await Task.yield() }
                break
            }
            while gadget.links > 0 { await Task.yield() }
            let history = try await agent.history()
            #expect(!history.contains { $0.action == .uplinkGiven } && gadget.written.isEmpty)
        }
    }

    // MARK: Which one is it?

    private func identify(_ agent: Agent, _ address: String = Gadget.address) async throws -> AccessoryError? {
        do {
            try await agent.control.call(
                .identifyAccessory, IdentifyAccessoryRequest(bluetoothAddress: address))
            return nil
        } catch let error as AccessoryError {
            return error
        }
    }

    @Test func aLampShowsItselfAndGetsNothing() async throws {
        let gadget = try Gadget()
        try await run(gadget) { agent in
            let error = try await identify(agent)
            #expect(error == nil)
            #expect(gadget.written == [[2, 0, 2]] && gadget.pairings == 0 && !gadget.isBonded)
            let (records, history) = (try await agent.control.access(app: nil).records, try await agent.history())
            #expect(records.isEmpty && history.isEmpty)
        }
    }

    @Test func whatCannotShowItselfIsRefused() async throws {
        try await run(Gadget(services: []), clock: HurriedClock(NewDeviceSearch.time)) { agent in
            let (strange, absent) = (try await identify(agent), try await identify(agent, "02:00:00:00:0c:09"))
            #expect(strange?.code == .provisioningFailed && absent?.code == .discoveryTimeout)
            let noAddress = try await identify(agent, "lamp")
            #expect(noAddress?.field == "bluetoothAddress")
        }
        try await run(Gadget(.refusesLinks)) { agent in
            let unreachable = try await identify(agent)
            #expect(unreachable?.code == .connectionFailed)
        }
    }

    @Test func aChangingAddressGetsNoRecord() async throws {
        try await run(Gadget(kind: .resolvablePrivate)) { agent in
            let steps = await agent.control.onboarded(Self.lamp()).steps
            #expect(steps.last?.outcome == .onNetwork && steps.last?.accessory == nil)
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }

    @Test func keepsNoBondWithoutTheNetwork() async throws {
        // The gadget has no service of GoPro's.
        let gadget = try Gadget(services: [BluetoothUUID(short: 0xFEA6)])
        try await run(gadget) { agent in
            let (steps, error) = await agent.control.onboarded(Self.lamp(allows: false))
            #expect(error == nil && steps.last?.outcome == .refused)
            #expect(gadget.pairings == 1 && !gadget.isBonded)
        }
    }

    @Test func writesTheEndOfABondOnce() async throws {
        try await run(Gadget(services: [BluetoothUUID(short: 0xFEA6)])) { agent in
            _ = await agent.control.onboarded(Self.lamp(allows: false))
            let ends = try await agent.history().filter { $0.action == .unbonded }
            #expect(ends.map(\.name) == [Gadget.address])
        }
    }

    @Test func refusesAFamilyThatHasOnlyItsHotspot() async throws {
        try await run(Gadget()) { agent in
            let (_, error) = await agent.control.onboarded(Self.lamp("wled"))
            #expect(error?.code == .provisioningFailed && error?.message.contains("hotspot only") == true)
        }
    }

    @Test func namesADeviceThatIsNotInRange() async throws {
        try await run(Gadget(), clock: HurriedClock(NewDeviceSearch.time)) { agent in
            let (_, error) = await agent.control.onboarded(Self.lamp(address: "02:00:00:00:0C:99"))
            #expect(error?.code == .discoveryTimeout && error?.message.contains("02:00:00:00:0c:99") == true)
        }
    }

    @Test func asksForTheFamilyOfAStranger() async throws {
        try await run(Gadget(services: []), clock: HurriedClock(NewDeviceSearch.time)) { agent in
            let (_, error) = await agent.control.onboarded(Self.lamp())
            #expect([.provisioningFailed, .discoveryTimeout].contains(error?.code))
        }
    }
}
