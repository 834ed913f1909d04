// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Testing

@testable import Radios

/// Messages through a real bus.
@Suite(.timeLimit(.minutes(2))) struct BusMessageTests {
    /// Two programs on a bus of one test's own; the second one serves an object that gives its arguments back.
    private actor Pair {
        private let executor = GLibExecutor.radios
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private let daemon: Spawned
        private let address: String
        private var first: DirectBus?
        private var second: DirectBus?
        private var object: ExportedObject?
        private var subscription: DirectBus.Subscription?
        private var unanswered: Invocation?
        private(set) var received: [[Variant]] = []
        private(set) var isClosed = false

        init() throws {
            daemon = try Spawned.bus()
            address = daemon.line()
        }

        func connect() async throws {
            first = try await DirectBus.at(address, on: executor) { [weak self] in
                self?.assumeIsolated { $0.isClosed = true }
            }
            let second = try await DirectBus.at(address, on: executor) {}
            _ = try await second.call(
                DirectBus.name, DirectBus.path, DirectBus.name, "RequestName", [.string("org.a"), .uint(0)])
            object = ExportedObject("/a", "org.a.B", on: second) { [weak self] invocation in
                switch invocation.method {
                case "Echo": invocation.reply(invocation.arguments)
                case "Refuse": invocation.refuse("org.a.No", "why")
                case "Wait": self?.assumeIsolated { $0.unanswered = invocation }
                case _: break
                }
            }
            self.second = second
        }

        func call(
            _ method: String, _ arguments: [Variant], limit: Duration = .seconds(25)
        ) async throws -> [Variant]? {
            try await first?.call("org.a", "/a", "org.a.B", method, arguments, limit: limit)
        }

        func follow() async throws {
            subscription = first?.subscribe("org.a", "/a", "org.a.B", "Said") { [weak self] members in
                self?.assumeIsolated { $0.received.append(members) }
            }
            // The owner is known by then.
            _ = try await first?.hasOwner("org.a")
        }

        /// A signal to the first program alone, from the owner of the name or from somebody else.
        func say(_ values: [Variant], isStranger: Bool = false) async throws {
            guard let sender = isStranger ? try await DirectBus.at(address, on: executor, closed: {}) : second,
                let name = first?.uniqueName
            else { return }
            let message = try BusMessage { sd_bus_message_new_signal(sender.pointer, $0, "/a", "org.a.B", "Said") }
            sd_bus_message_set_destination(message.pointer, name)
            try message.append(values)
            try sender.send(message)
            // It has been sent, and was given on, when the bus has answered and the first program's echo has come.
            _ = try await sender.hasOwner("org.a")
            _ = try await call("Echo", [])
        }
    }

    private func pair() async throws -> Pair {
        let pair = try Pair()
        try await pair.connect()
        return pair
    }

    @Test func carriesValuesOfEveryTypeUnchanged() async throws {
        let values: [Variant] = [
            .bool(true), .bool(false), .short(-2), .int(-3), .uint(.max), .string("é"), .path("/a/b"),
            .bytes([0, 0xFF]),
            .bytes([]), .list(of: "ay", [.bytes([1]), .bytes([])]),
            .list(of: "(uu)", [.tuple([.uint(2412), .uint(20)])]),
            .list(of: "s", []),
            .dictionary(["a": .int(1), "b": .dictionary([:]), "c": .list(of: "s", [.string("d")])]),
            .sections(["e": ["f": .bytes([7])], "g": [:]]),
        ]
        let pair = try await pair()
        for value in values {
            let echo = try await pair.call("Echo", [value])
            #expect(echo == [value])
        }
        let together = try await pair.call("Echo", values)
        #expect(together == values)
        let inside = Variant.tuple([.int(4), .string("h")])
        let echo = try await pair.call("Echo", [.any(inside)])
        #expect(echo == [inside])
    }

    @Test func refusesWhatTheBusDoesNotTake() async throws {
        let pair = try await pair()
        await #expect(throws: BusFault.self) { try await pair.call("Echo", [.path("no path")]) }
        await #expect(throws: BusFault.self) { try await pair.call("Echo", [.other(type: "x")]) }
        #expect(try await pair.call("Echo", [.uint(1)]) == [.uint(1)])
    }

    @Test func reportsRefusalsAndWhatDoesNotAnswer() async throws {
        let pair = try await pair()
        await #expect(throws: BusFault(name: "org.a.No", message: "why")) { try await pair.call("Refuse", []) }
        await #expect(throws: BusFault(name: "org.freedesktop.DBus.Error.Failed", message: "not answered")) {
            try await pair.call("Forget", [])
        }
        await #expect(throws: BusFault(message: "no answer in the time for it")) {
            try await pair.call("Wait", [], limit: .milliseconds(50))
        }
    }

    @Test func takesMessagesOfAnySizeInAnyOrder() async throws {
        let pair = try await pair()
        try await pair.follow()
        let boundaries = [0, 1, 1 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 1 << 20]
        for round in 0..<60 {
            // Around each boundary, and anywhere.
            let near = boundaries[round % boundaries.count] + round * 37 % 129 - 64
            let size = round % 3 == 0 ? round * 7919 % (96 << 10) : max(0, near)
            let bytes = Variant.bytes((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) })
            let isSame = try await pair.call("Echo", [bytes]) == [bytes]
            #expect(isSame, "\(size) bytes")
            try await pair.say([bytes])
            try await pair.say([bytes], isStranger: true)
            let isLast = await pair.received.last == [bytes]
            #expect(isLast, "\(size) bytes")
        }
        #expect(await pair.received.count == 60)
        #expect(await !pair.isClosed)
    }

    @Test func keepsSignalsAndAnswersInTheirOrder() async throws {
        let pair = try await pair()
        try await pair.follow()
        for number in UInt32(0)..<50 { try await pair.say([.uint(number)]) }
        #expect(await pair.received == (0..<50).map { [.uint($0)] })
    }

    @Test func givesSignalsOfTheNamesOwnerAlone() throws {
        var signals = BusSignals()
        let rule = BusSignals.Rule(name: "org.a", path: nil, interface: "org.a.B", member: "Ask", firstText: "x")
        let id = signals.add(rule) { _, _ in }
        #expect(!signals.follows(":1.2"))
        _ = signals.own("org.a", by: ":1.2")
        #expect(signals.follows(":1.2") && !signals.follows(":1.3") && signals.follows("org.a"))
        _ = signals.own("org.a", by: nil)
        #expect(!signals.follows(":1.2"))
        #expect(signals.remove(id)?.text == rule.text)
    }
}
