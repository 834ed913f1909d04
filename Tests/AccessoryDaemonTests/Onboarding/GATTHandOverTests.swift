// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Synchronization
import Testing

@testable import AccessoryDaemon

/// The hand-over on a Bluetooth link, to devices good and hostile.
@Suite(.timeLimit(.minutes(5))) struct GATTHandOverTests {
    private static let secret = "home sweet home"

    private func handOver(
        to gadget: Gadget, least: HandOverProtection = .clearText,
        clock: any Clock<Duration> = ContinuousClock(),
        give: @escaping @Sendable () async throws(AccessoryError) -> Void = {}
    ) async throws -> (outcome: ProvisioningOutcome, steps: [ProvisioningStep]) {
        let network = UplinkCredentials(
            ssid: try SSID(text: "HomeNet"), security: .wpa2, passphrase: try Passphrase(Self.secret))
        let machine = try #require(Family.improv.machine(for: ProvisioningCredentials(network: network), hotspot: nil))
        let steps = Mutex<[ProvisioningStep]>([])
        let outcome = try await GATTHandOver(
            bluetooth: gadget, clock: clock, address: gadget.address, title: "Lamp",
            gate: HandOverGate(least: least), give: give,
            report: { step in steps.withLock { $0.append(step) } }
        ).run(machine)
        return (outcome, steps.withLock { $0 })
    }

    @Test(arguments: [Gadget.Fault.none, .shouts])
    func handsTheNetworkOver(fault: Gadget.Fault) async throws {
        let gadget = try Gadget(fault)
        let (outcome, steps) = try await handOver(to: gadget)
        #expect(outcome == .onNetwork(address: nil, page: nil))
        #expect(steps.first == .handingOver(.clearText))
        #expect(gadget.written.count == 1 && gadget.written[0].contains(sequence: Array(Self.secret.utf8)))
        #expect(gadget.links == 0)
    }

    @Test func sendsNothingThatIsProtectedLessThanOrdered() async throws {
        let gadget = try Gadget()
        let (outcome, steps) = try await handOver(to: gadget, least: .link)
        #expect(outcome == .unprotected(.clearText) && steps.isEmpty && gadget.written.isEmpty)
    }

    @Test func sendsNothingThatCannotBeWrittenDownBefore() async throws {
        let gadget = try Gadget()
        let error = await #expect(throws: AccessoryError.self) {
            _ = try await handOver(
                to: gadget,
                give: { () async throws(AccessoryError) in
                    throw AccessoryError(.connectionFailed, "the disk is full")
                })
        }
        #expect(error?.code == .connectionFailed && gadget.written.isEmpty && gadget.links == 0)
    }

    @Test(arguments: 0...5) func endsWithTheLink(request: Int) async throws {
        let gadget = try Gadget(.breaks(at: request))
        let outcome = try await handOver(to: gadget).outcome
        #expect(outcome == (request < 5 ? .vanished : .unknown), "only the sixth request has the network")
        #expect(gadget.links == 0)
    }

    @Test(arguments: 0...4) func namesWhyThisMachineThrewItOut(request: Int) async throws {
        let gadget = try Gadget(.isThrownOut(at: request))
        let error = await #expect(throws: AccessoryError.self) { _ = try await handOver(to: gadget) }
        #expect(error?.message.contains("it is a keyboard") == true && gadget.written.isEmpty)
    }

    @Test(arguments: 0...4) func aLossOfTheRadioSaysNothingOfTheAccessory(request: Int) async throws {
        let gadget = try Gadget(.losesRadio(at: request))
        let error = await #expect(throws: AccessoryError.self) { _ = try await handOver(to: gadget) }
        #expect(error?.code == .radioUnavailable && gadget.written.isEmpty && gadget.links == 0)
    }

    @Test func aLossOfTheRadioAfterTheHandOverLeavesTheEndUnknown() async throws {
        #expect(try await handOver(to: Gadget(.losesRadio(at: 5))).outcome == .unknown)
    }

    @Test func aDeviceThatIsNotReachedHasVanished() async throws {
        #expect(try await handOver(to: Gadget(.refusesLinks)).outcome == .vanished)
    }

    @Test(arguments: 11...15 as ClosedRange<UInt16>) func refusesADeviceWithoutTheAttribute(handle: UInt16) async throws
    {
        let gadget = try Gadget(.lacks(handle))
        #expect(try await handOver(to: gadget).outcome.end == .refused)
        #expect(gadget.requests == 0)
    }

    @Test func namesTheCauseOfARefusal() async throws {
        let unpaired = try await handOver(to: Gadget(.refuses(at: 0, code: 0x0F))).outcome
        #expect(unpaired.text.contains("the accessory wants to be paired with this machine first"))
        let refused = try await handOver(to: Gadget(.refuses(at: 5, code: 0x80))).outcome
        #expect(refused.text.contains("Bluetooth error 128"))
    }

    @Test func endsAFlood() async throws {
        let gadget = try Gadget(.floods)
        #expect(try await handOver(to: gadget).outcome == .vanished)
        #expect(gadget.written.isEmpty && gadget.links == 0)
    }

    @Test(arguments: [GATTHandOver.requestLimit, GATTHandOver.limit])
    func waitsForNoAnswerWithoutEnd(limit: Duration) async throws {
        let gadget = try Gadget(.silent(at: 0))
        #expect(try await handOver(to: gadget, clock: HurriedClock(limit)).outcome == .vanished)
    }

    @Test func reportsThatTheButtonIsNeeded() async throws {
        let gadget = try Gadget(.waitsForButton)
        let clock = HurriedClock(ImprovMachine.buttonPatience)
        #expect(try await handOver(to: gadget, clock: clock).outcome == .buttonNeeded)
        #expect(gadget.written.isEmpty)
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
