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
            return lists.isEmpty ? [.finish(.refused(ProvisioningRefusal(words: "\(event)")))] : lists.removeFirst()
        }
    }

    private func run(
        least: HandOverProtection = .clearText, _ lists: [ProvisioningEffect]...
    ) throws -> (outcome: ProvisioningOutcome, steps: [ProvisioningStep]) {
        var steps: [ProvisioningStep] = []
        let outcome = try withoutActuallyEscaping({ (step: ProvisioningStep) in steps.append(step) }) { note in
            let loop = ProvisioningLoop(
                pages: WebPages(gateway: "192.0.2.1", interface: nil), gate: HandOverGate(least: least),
                report: note)
            return try loop.run(Script(lists: lists) { _ in })
        }
        return (outcome, steps)
    }

    @Test func deliversTheEndOfAWait() throws {
        #expect(try run([.wait(.milliseconds(1))]).outcome == .refused(ProvisioningRefusal(words: "due")))
    }

    @Test func asksNothingOnceTheProtectionIsTooWeak() throws {
        let asks = ProvisioningEffect.request(HTTPRequest(.get, "/"))
        let (outcome, steps) = try run(
            least: .link, [.report(.securing), .report(.handingOver(.clearText)), asks, .finish(.unknown)])
        guard case .refused(let why) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(why.text.contains("Cleartext=allow") && steps == [.securing])
    }

    @Test func handsOverWithEnoughProtection() throws {
        let (outcome, steps) = try run(
            least: .link, [.report(.handingOver(.proven)), .finish(.onNetwork(address: "192.0.2.7", page: nil))])
        #expect(outcome == .onNetwork(address: "192.0.2.7", page: nil) && steps == [.handingOver(.proven)])
    }

    @Test func escapesWhatTheAccessorySays() {
        let device = DeviceIdentity(name: "plug\u{1B}[2J", model: "A1")
        #expect(!Listener.text(of: .step(.identified(device))).contains("\u{1B}"))
    }

    @Test func endsAMachineThatWaitsForNothing() throws {
        #expect(try run([]).outcome == .vanished)
        #expect(try run([.report(.handingOver(.clearText))]).outcome == .unknown)
    }

    @Test func hasNoAttributesInAHotspot() throws {
        #expect(
            try run([.read(3)]).outcome
                == .refused(
                    ProvisioningRefusal(words: "attributeFailed(AccessoryProvisioning.AttributeFailure.timedOut)")))
    }
}
