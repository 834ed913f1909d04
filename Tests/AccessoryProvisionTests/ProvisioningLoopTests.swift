// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

@testable import accessory_provision

/// The loop that performs what a family's machine wants.
struct ProvisioningLoopTests {
    /// Wants these effects, one list after each event, and remembers the events.
    private struct Script: FamilyMachine {
        var lists: [[ProvisioningEffect]]
        let seen: @Sendable (ProvisioningEvent) -> Void

        mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
            seen(event)
            return lists.isEmpty ? [.finish(.refused("\(event)"))] : lists.removeFirst()
        }
    }

    private func run(
        least: HandOverProtection = .clearText, _ lists: [ProvisioningEffect]...
    ) throws -> (outcome: ProvisioningOutcome, lines: [String]) {
        var lines: [String] = []
        let outcome = try withoutActuallyEscaping({ (line: String) in lines.append(line) }) { note in
            let loop = ProvisioningLoop(
                pages: WebPages(gateway: "192.0.2.1", interface: nil), least: least, print: note)
            return try loop.run(Script(lists: lists) { _ in })
        }
        return (outcome, lines)
    }

    @Test func deliversTheEndOfAWait() throws {
        #expect(try run([.wait(.milliseconds(1))]).outcome == .refused("due"))
    }

    @Test func asksNothingOnceTheProtectionIsTooWeak() throws {
        let asks = ProvisioningEffect.request(HTTPRequest(.get, "/"))
        let (outcome, lines) = try run(
            least: .link, [.report(.securing), .report(.handingOver(.clearText)), asks, .finish(.unknown)])
        guard case .refused(let why) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(why.contains("Cleartext=allow") && lines == ["making a session"])
    }

    @Test func handsOverWithEnoughProtection() throws {
        let (outcome, lines) = try run(
            least: .link, [.report(.handingOver(.proven)), .finish(.onNetwork(address: "192.0.2.7", page: nil))])
        #expect(outcome == .onNetwork(address: "192.0.2.7", page: nil) && lines.count == 1)
    }

    @Test func escapesWhatTheAccessorySays() throws {
        let device = DeviceIdentity(name: "plug\u{1B}[2J", model: "A1")
        let lines = try run([.report(.identified(device)), .finish(.unknown)]).lines
        #expect(lines.count == 1 && !lines[0].contains("\u{1B}"))
    }

    @Test func endsAMachineThatWaitsForNothing() throws {
        #expect(try run([]).outcome == .vanished)
        #expect(try run([.report(.handingOver(.clearText))]).outcome == .unknown)
    }

    @Test func hasNoAttributesInAHotspot() throws {
        #expect(
            try run([.read(3)]).outcome == .refused("attributeFailed(AccessoryProvisioning.AttributeFailure.timedOut)"))
    }
}
