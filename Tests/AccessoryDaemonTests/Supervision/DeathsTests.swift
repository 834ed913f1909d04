// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import AccessoryDaemon

@Suite struct DeathsTests {
    private let boot = "0f3c9d1e-7a55-4b0e-9d0a-6f1c2b3a4d5e"

    private func deaths(in directory: String) -> Deaths { DeathRecord.deaths(in: directory, boot: boot) }

    private func pause(_ times: [Int], at now: Int) -> Duration? {
        Deaths(times.map { .seconds($0) }).pause(at: .seconds(now))
    }

    @Test func leavesNothingOutAfterOneDeathOrTwo() {
        #expect(pause([], at: 10) == nil)
        #expect(pause([5, 8], at: 10) == nil)
    }

    @Test func leavesOutWhatMayBeTheCauseAfterThreeInAMinute() {
        #expect(pause([5, 8, 10], at: 12) == .seconds(118))
        #expect(pause([10, 5, 70], at: 72) == nil, "65 seconds apart")
        #expect(pause([10, 5, 65], at: 72) == .seconds(113))
        #expect(pause([5, 8, 10], at: 130) == nil, "a start long afterwards")
    }

    @Test func doublesThePauseWithEachFurtherDeath() {
        #expect(pause([5, 8, 10, 130], at: 133) == .seconds(237))
        #expect(pause([5, 8, 10, 130, 370], at: 373) == .seconds(477))
        #expect(pause((0..<16).map { $0 * 3 }, at: 60) == .seconds(3585))
    }

    @Test func forgetsDeathsAfterAnHourAndThoseOfAnEarlierBoot() {
        #expect(pause([5, 8, 10], at: 3700) == nil)
        #expect(pause([500, 508, 510], at: 20) == nil)
    }

    @Test func readsADamagedRecordAsNone() throws {
        let directory = try Agent.temporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: directory + "/deaths", contents: Data([1, 2, 3]))
        #expect(deaths(in: directory) == Deaths([]))
        #expect(deaths(in: directory + "/missing/folder") == Deaths([]))
    }

    @Test func countsWhatTheServiceManagerCallsADeath() throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let ends: [(result: String, status: String, isDeath: Bool)] = [
            ("signal", "SEGV", true), ("core-dump", "ILL", true), ("signal", "KILL", false), ("success", "TERM", false),
            ("exit-code", "1", false), ("watchdog", "ABRT", true), ("oom-kill", "KILL", true),
            ("timeout", "KILL", false),
        ]
        var times: [Duration] = []
        for (second, end) in ends.enumerated() {
            let environment = ["SERVICE_RESULT": end.result, "EXIT_CODE": "killed", "EXIT_STATUS": end.status]
            DeathRecord.note(environment, in: directory, boot: boot, at: .seconds(100 + second))
            if end.isDeath { times.append(.seconds(100 + second)) }
            #expect(deaths(in: directory) == Deaths(times), "\(end)")
        }
        DeathRecord.note([:], in: directory, boot: boot, at: .seconds(200))
        #expect(deaths(in: directory) == Deaths(times), "by hand")
    }

    /// The oldest one goes.
    @Test func keepsTheLatestDeaths() throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for second in 1...20 {
            DeathRecord.note(
                ["SERVICE_RESULT": "signal", "EXIT_STATUS": "SEGV"], in: directory, boot: boot, at: .seconds(second))
        }
        #expect(deaths(in: directory) == Deaths((5...20).map { .seconds($0) }))
    }

    /// A restart of the machine is a cure.
    @Test func forgetsThoseOfAnEarlierBoot() throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        DeathRecord.note(
            ["SERVICE_RESULT": "signal", "EXIT_STATUS": "SEGV"], in: directory, boot: boot, at: .seconds(20))
        #expect(deaths(in: directory) == Deaths([.seconds(20)]))
        let next = "91f3c9d1-7a55-4b0e-9d0a-6f1c2b3a4d5e"
        #expect(DeathRecord.deaths(in: directory, boot: next) == Deaths([]))
    }
}
