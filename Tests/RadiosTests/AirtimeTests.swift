// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Radios

@Suite(.timeLimit(.minutes(5))) struct AirtimeTests {
    /// The events in order; `reached` waits for one.
    private final class Record: Sendable {
        private struct State {
            var entries: [String] = []
            var waiting: [(entry: String, continuation: CheckedContinuation<Void, Never>)] = []
        }
        private let state = Mutex(State())

        var entries: [String] { state.withLock(\.entries) }

        func add(_ entry: String) {
            let reached = state.withLock { state in
                state.entries.append(entry)
                defer { state.waiting.removeAll { $0.entry == entry } }
                return state.waiting.filter { $0.entry == entry }
            }
            for waiter in reached { waiter.continuation.resume() }
        }

        func reached(_ entry: String) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.entries.contains(entry) { return true }
                    state.waiting.append((entry, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// Begins to wait for a turn.
    private func waits(
        _ radio: Airtime.Radio, as name: String, for airtime: Airtime, _ record: Record
    ) -> Task<Airtime.Turn?, Never> {
        // It waits by the time that this returns.
        Task.immediate {
            let turn = try? await airtime.take(radio) { record.add("\(name) is wanted") }
            record.add(turn == nil ? "\(name) gave up" : "\(name) has it")
            return turn
        }
    }

    @Test func doesNotMakeAnybodyWaitWhoIsAlone() async throws {
        let airtime = Airtime()
        for radio in [Airtime.Radio.wifi, .wifi, .bluetooth, .wifi] {
            let turn = try await airtime.take(radio)
            #expect(!airtime.isWanted(turn))
            airtime.end(turn)
        }
    }

    @Test func letsTwoWiFiRadiosScanAtOnce() async throws {
        let airtime = Airtime()
        let first = try await airtime.take(.wifi)
        let second = try await airtime.take(.wifi)
        #expect(!airtime.isWanted(first) && !airtime.isWanted(second))
    }

    @Test func notifiesBluetoothThatWiFiWaitsAndGivesItTheTurnAtTheEnd() async throws {
        let airtime = Airtime()
        let record = Record()
        let bluetooth = try await airtime.take(.bluetooth) { record.add("bluetooth is wanted") }
        let wifi = waits(.wifi, as: "wifi", for: airtime, record)
        await record.reached("bluetooth is wanted")
        #expect(airtime.isWanted(bluetooth))
        #expect(record.entries == ["bluetooth is wanted"])
        airtime.end(bluetooth)
        #expect(await wifi.value != nil)
    }

    @Test func alternatesWhenBothAlwaysWantMore() async throws {
        let airtime = Airtime()
        let record = Record()
        var turn = try await airtime.take(.bluetooth) { record.add("0 is wanted") }
        for round in 1...6 {
            let radio: Airtime.Radio = round.isMultiple(of: 2) ? .bluetooth : .wifi
            let next = waits(radio, as: "\(round)", for: airtime, record)
            await record.reached("\(round - 1) is wanted")
            airtime.end(turn)
            turn = try #require(await next.value)
        }
        #expect(record.entries.filter { $0.hasSuffix("has it") } == (1...6).map { "\($0) has it" })
    }

    /// Else one scan after the other would keep Bluetooth from the air for ever.
    @Test func letsNoScanPassBluetoothThatWaits() async throws {
        let airtime = Airtime()
        let record = Record()
        let scan = try await airtime.take(.wifi) { record.add("scan is wanted") }
        let bluetooth = waits(.bluetooth, as: "bluetooth", for: airtime, record)
        await record.reached("scan is wanted")
        let second = waits(.wifi, as: "second", for: airtime, record)
        try #require(!record.entries.contains("second has it"))
        airtime.end(scan)
        await record.reached("bluetooth has it")
        #expect(!record.entries.contains("second has it"))
        let turn = try #require(await bluetooth.value)
        airtime.end(turn)
        #expect(await second.value != nil)
    }

    @Test func forgetsWhoGivesUpWaiting() async throws {
        let airtime = Airtime()
        let record = Record()
        let scan = try await airtime.take(.wifi) { record.add("scan is wanted") }
        let bluetooth = waits(.bluetooth, as: "bluetooth", for: airtime, record)
        await record.reached("scan is wanted")
        bluetooth.cancel()
        #expect(await bluetooth.value == nil)
        #expect(!airtime.isWanted(scan))
        _ = try await airtime.take(.wifi)
    }

    @Test func refusesATurnToATaskThatIsCancelledAlready() async {
        let airtime = Airtime()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await airtime.take(.wifi)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
