// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import ArgumentParser
import Glibc
import Rooms

struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "Judges the bridge by rooms whose truth is known.",
        discussion: """
            Status 1: a false bridge, less than 100 % recall of what is structural, or less than 99 % of what is sufficient.
            """)

    @Option(help: "How many rooms.")
    var rooms = 10_000

    @Option(help: "Where the rooms come from; without it another one each time.")
    var seed = Seed(.random(in: 0...UInt64(UInt32.max)))

    @Option(help: "Dual accessories in each room; without it 1 to 500.")
    var accessories: Int?

    @Option(help: "How many faults of each kind are listed one by one.")
    var faults = 10

    @Option(help: "How many rooms are judged at once.")
    var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    func run() async throws {
        print("\(rooms) rooms from seed \(seed)")
        let started = ContinuousClock.now
        let tally = await judgeAll()
        let took = ContinuousClock.now - started
        Report(tally, most: faults).show()
        print("\(took.formatted) on \(jobs) processors")
        guard Report(tally).isGood else { throw ExitCode(1) }
    }

    private func judgeAll() async -> Tally {
        var dice = Dice(seed: seed.value)
        let seeds = (0..<rooms).map { _ in dice.next() }
        let (accessories, jobs) = (accessories, jobs)
        return await withTaskGroup(of: [(Int, Tally)].self) { group in
            for job in 0..<jobs {
                group.addTask {
                    stride(from: job, to: seeds.count, by: jobs).map { index in
                        (
                            index,
                            Judge.judge(Room(seed: seeds[index], accessories: accessories), rules: BridgeRule.builtIn)
                        )
                    }
                }
            }
            var tallies: [(Int, Tally)] = []
            for await some in group { tallies += some }
            // In the order of the seeds, so that a second run prints the same.
            return tallies.sorted { $0.0 < $1.0 }.reduce(into: Tally()) { $0 += $1.1 }
        }
    }
}

extension Duration {
    /// Seconds with one digit after the point.
    var formatted: String { "\((self / .milliseconds(100)).rounded() / 10) s" }
}
