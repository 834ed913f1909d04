// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct GLibTests {
    private actor Counter {
        private let executor = GLibExecutor(name: "counter")
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private(set) var count = 0
        private var alarm: GLibAlarm?

        func add() { count += 1 }

        func addFromOutside() async {
            await withCheckedContinuation { continuation in
                executor.perform {
                    self.assumeIsolated { $0.count += 1 }
                    continuation.resume()
                }
            }
        }

        func addAfter(_ time: Duration) async {
            await withCheckedContinuation { continuation in
                alarm = GLibAlarm(after: time) {
                    self.assumeIsolated { $0.count += 1 }
                    continuation.resume()
                }
            }
        }
    }

    @Test func runsAnActorsJobsOneAtATime() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { await counter.add() }
                    await counter.addFromOutside()
                }
            }
        }
        #expect(await counter.count == 4008)
    }

    @Test func ringsAnAlarmOnTheActorsThread() async {
        let counter = Counter()
        await counter.addAfter(.milliseconds(1))
        #expect(await counter.count == 1)
    }

    @Test func carriesValuesThroughVariantsUnchanged() throws {
        let value = Variant.tuple([
            .bool(true), .int(-3), .uint(7), .string("é"), .path("/a/b"), .bytes([0, 0xFF]), .bytes([]),
            .list(of: "ay", [.bytes([1]), .bytes([])]), .list(of: "(uu)", [.tuple([.uint(2412), .uint(20)])]),
            .list(of: "s", []), .dictionary(["a": .int(1), "b": .dictionary([:])]),
        ])
        let encoded = try #require(value.encoded())
        #expect(Variant(encoded) == value)
    }
}
