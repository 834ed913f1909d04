// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

/// The class against what `Radio` promises. The clock stands still unless a test advances it.
@Suite(.timeLimit(.minutes(5))) struct SimulatedRadiosTests {
    private let clock = ManualClock()

    private func activity(_ radios: some Radio) async throws -> Adapter.Activity? {
        var states = await radios.states().makeAsyncIterator()
        return await states.next()?.adapters.first?.activity
    }

    @Test func reportsTheStateAtOnceAndThenEveryChange() async throws {
        let radios = try SimulatedRadios(try air(cam: "Drops=1s"), clock: clock)
        var states = await radios.states().makeAsyncIterator()
        let cam = Adapter(interface: "wlan0", activity: .accessory(try SSID(text: "CAM")))
        let home = Adapter.Activity.connected(name: "HomeNet", ssid: try SSID(text: "HomeNet"))
        #expect(await states.next()?.adapters == [Adapter(interface: "wlan0", activity: home)])
        _ = await radios.join(try request())
        #expect(await states.next()?.adapters == [cam])
        clock.advance(by: .seconds(2))
        #expect(await states.next()?.adapters == [Adapter(interface: "wlan0", activity: .idle)])
    }

    @Test func wakesAReaderOfStatesWhenSomethingIsDone() async throws {
        let radios = try SimulatedRadios(try air(), clock: clock)
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        async let second = Self.second(of: await radios.states(), isReady)
        for await _ in ready { break }
        _ = await radios.join(try request())
        #expect(await second?.adapters.first?.activity == .accessory(try SSID(text: "CAM")))
    }

    private static func second(
        of states: AsyncStream<RadioState>, _ isReady: AsyncStream<Void>.Continuation
    ) async -> RadioState? {
        var iterator = states.makeAsyncIterator()
        _ = await iterator.next()
        isReady.yield()
        return await iterator.next()
    }

    @Test func looksOnlyWhileItIsRead() async throws {
        let radios = try SimulatedRadios(try air(), clock: clock)
        let looks = await radios.look(LookRequest(interface: "wlan0"))
        #expect(clock.sleepers == 0)
        async let first = Self.first(of: looks)
        await clock.somebodySleeps()
        clock.advance(by: .milliseconds(300))
        let look = try #require(try await first)
        #expect(look.networks.map(\.ssid?.description) == ["CAM"] && !look.isComplete)
        #expect(clock.sleepers == 0)
    }

    private static func first<Value: Sendable>(of values: AsyncThrowingStream<Value, any Error>) async throws -> Value?
    {
        for try await value in values { return value }
        return nil
    }

    @Test func endsTheLookWithTheReason() async throws {
        let radios = try SimulatedRadios(try air(radio: "Unusable=hardBlocked\nUnusableAfter=1s"), clock: clock)
        let looks = await radios.look(LookRequest(interface: "wlan0"))
        clock.advance(by: .seconds(1))
        await #expect(throws: Unavailability.hardBlocked) { try await Self.first(of: looks) }
    }

    @Test func aRadioThatComesLateConnectsByItself() async throws {
        let radios = try SimulatedRadios(
            try air(radio: "SSID=HomeNet\nUnusable=backendAway\nUnusableUntil=1s\nRestoreTime=0s"), clock: clock)
        var states = await radios.states().makeAsyncIterator()
        #expect(await states.next()?.unavailable == .backendAway)
        clock.advance(by: .seconds(1))
        let state = await states.next()
        #expect(state?.unavailable == nil)
        #expect(state?.adapters.map(\.activity) == [.connected(name: "HomeNet", ssid: try SSID(text: "HomeNet"))])
    }

    @Test func stopsWaitingWhenTheReaderIsCancelled() async throws {
        let radios = try SimulatedRadios(try air(), clock: clock)
        let looks = await radios.look(LookRequest(interface: "wlan0"))
        let clock = clock
        let value = try await withThrowingTaskGroup(of: Look?.self) { group in
            group.addTask { try await Self.first(of: looks) }
            await clock.somebodySleeps()
            group.cancelAll()
            return try await group.next()
        }
        #expect(value == .some(nil))
        #expect(clock.sleepers == 0)
    }

    @Test func keepsTheStreamOpenAfterJoinedUntilTheLinkIsLost() async throws {
        let radios = try SimulatedRadios(try air(cam: "Goes=10s"), clock: clock)
        var steps = await radios.join(try request()).makeAsyncIterator()
        #expect(try await steps.next() == .associating)
        clock.advance(by: .milliseconds(200))
        #expect(try await steps.next() == .addressing)
        clock.advance(by: .milliseconds(200))
        guard case .joined(let link)? = try await steps.next() else {
            Issue.record("not joined")
            return
        }
        #expect(link.interface == "wlan0" && link.gateway == "192.168.4.1")
        clock.advance(by: .seconds(10))
        let failure = await #expect(throws: JoinFailure.self) { try await steps.next() }
        #expect(failure?.reason == .linkLost)
    }

    @Test func staysJoinedWhenNobodyReads() async throws {
        let radios = try SimulatedRadios(try air(), clock: clock)
        let protection = try await radios.protect(interface: "wlan0")
        let steps = await radios.join(try request(profile: protection.profile))
        #expect(try await Self.first(of: steps) == .associating)
        clock.advance(by: .seconds(5))
        #expect(try await activity(radios) == .accessory(try SSID(text: "CAM")))
        await radios.release(protection)
        #expect(try await activity(radios) == .idle)
    }

    @Test func restoresAndWaitsUntilTheUplinkIsFullyUp() async throws {
        let radios = try SimulatedRadios(try air(radio: "SSID=HomeNet\nRestoreTime=2s"), clock: clock)
        let protection = try await radios.protect(interface: "wlan0")
        _ = await radios.join(try request())
        let start = clock.now
        async let restored: Void = radios.restore(protection)
        await clock.somebodySleeps()
        clock.advance(by: .seconds(2))
        try await restored
        #expect(start.duration(to: clock.now) == .seconds(2))
        #expect(try await activity(radios) == .connected(name: "HomeNet", ssid: try SSID(text: "HomeNet")))
        try await radios.restore(protection)
    }

    @Test func throwsWhyTheUplinkDoesNotComeBack() async throws {
        let radios = try SimulatedRadios(
            try air(radio: "SSID=HomeNet\nRestoreTime=0s\nRestoreFailures=1"), clock: clock)
        let protection = try await radios.protect(interface: "wlan0")
        _ = await radios.join(try request())
        await #expect(throws: JoinFailure.self) { try await radios.restore(protection) }
        try await radios.restore(protection)
    }

    @Test func bringsTheUplinkBackWhenTheAgentDies() async throws {
        let radios = try SimulatedRadios(try air(radio: "SSID=HomeNet\nRestoreTime=0s"), clock: clock)
        let protection = try await radios.protect(interface: "wlan0")
        _ = await radios.join(try request())
        clock.advance(by: Protection.patience - .seconds(1))
        try await radios.extend(protection)
        clock.advance(by: Protection.patience - .seconds(1))
        #expect(try await activity(radios) == .accessory(try SSID(text: "CAM")))
        clock.advance(by: .seconds(1))
        #expect(try await activity(radios) == .connected(name: "HomeNet", ssid: try SSID(text: "HomeNet")))
        await #expect(throws: JoinFailure.self) { try await radios.extend(protection) }
    }

    @Test func givesEveryProtectionAProfileOfItsOwn() async throws {
        let radios = try SimulatedRadios(try air(), clock: clock)
        let first = try await radios.protect(interface: "wlan0")
        let second = try await radios.protect(interface: "wlan0")
        #expect(first.profile != second.profile && first.checkpoint != second.checkpoint)
        #expect(first.uplink == second.uplink)
    }

    @Test func runsOnTheRealClock() async throws {
        let timing = "[Air]\nAssociateTime=1ms\nAddressTime=1ms"
        let radios = try SimulatedRadios(try air(cam: "Drops=1ms", more: timing))
        let failure = await #expect(throws: JoinFailure.self) {
            for try await _ in await radios.join(try request()) {}
        }
        #expect(failure?.reason == .linkLost)
    }
}
