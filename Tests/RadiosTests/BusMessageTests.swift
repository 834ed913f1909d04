// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct BusMessageTests {
    private func bytes(of message: BusMessage?) throws -> [UInt8] { try #require(message).bytes(serial: 7) }

    /// Reads the message that these bytes begin with.
    private func read(_ bytes: [UInt8]) throws -> BusMessage? {
        var bytes = bytes
        return try bytes.withUnsafeMutableBytes { bytes in
            guard let length = try BusMessage.length(of: bytes), length <= bytes.count else { return nil }
            return try BusMessage(UnsafeMutableRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    private func call(wantsAnswer: Bool = true) -> BusMessage? {
        .call("org.a", "/a", "org.a.B", "Ask", [.string("x"), .bytes([0, 1])], wantsAnswer: wantsAnswer)
    }

    @Test func carriesACallThroughTheBusesForm() throws {
        let message = try #require(try read(bytes(of: call()) + [1, 2, 3]))
        #expect(message.kind == .call && message.wantsAnswer)
        #expect(message.path == "/a" && message.interface == "org.a.B" && message.member == "Ask")
        #expect(message.firstText == "x" && message.members == [.string("x"), .bytes([0, 1])])
        #expect(try read(bytes(of: call(wantsAnswer: false)))?.wantsAnswer == false)
    }

    @Test func waitsForTheWholeMessage() throws {
        let bytes = try bytes(of: call())
        for count in [0, 15, 16, bytes.count - 1] { #expect(try read(Array(bytes[..<count])) == nil) }
    }

    @Test func answersTheCallItRead() throws {
        let message = try #require(try read(bytes(of: call())))
        let answer = try #require(try read(bytes(of: message.reply([.uint(5)]))))
        #expect(answer.kind == .answer && answer.answered == 7 && answer.members == [.uint(5)])
        let refusal = try #require(try read(bytes(of: message.refusal("org.a.No", "why"))))
        #expect(refusal.kind == .error && refusal.answered == 7)
        #expect(refusal.fault == BusFault(name: "org.a.No", message: "why"))
    }

    @Test func refusesBytesThatAreNoMessage() {
        #expect(throws: BusFault.self) { try read([UInt8](repeating: 0xFF, count: 32)) }
    }

    @Test func givesSignalsOfTheNamesOwnerAlone() throws {
        // A message that no bus has passed on has no sender, that is, an empty one.
        let message = try #require(call())
        var signals = BusSignals()
        let rule = BusSignals.Rule(name: "org.a", path: nil, interface: "org.a.B", member: "Ask", firstText: "x")
        let id = signals.add(rule) { _, _ in }
        #expect(signals.bodies(for: message).isEmpty)
        _ = signals.own("org.a", by: ":1.2")
        #expect(signals.bodies(for: message).isEmpty)
        _ = signals.own("org.a", by: "")
        #expect(signals.bodies(for: message).count == 1)
        _ = signals.own("org.a", by: nil)
        #expect(signals.bodies(for: message).isEmpty)
        #expect(signals.remove(id)?.text == rule.text)
    }
}
