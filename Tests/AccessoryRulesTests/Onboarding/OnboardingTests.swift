// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// One accessory's way to the home network, once it is joined.
struct OnboardingTests {
    private static let stranded = AccessoryError(.restoreFailed, "HomeNet is not back")
    private static let lost = AccessoryError(.interrupted, "the hotspot went away")

    private func play(_ events: [Onboarding.Event]) -> [Onboarding.Effect] {
        var machine = Onboarding()
        return events.flatMap { machine.receive($0) }
    }

    @Test func handsOverLeavesAndFinishes() {
        let outcome = ProvisioningOutcome.onNetwork(address: "192.0.2.7", page: nil)
        #expect(
            play([.joined, .step(.handingOver(.proven)), .ended(outcome), .left(nil)]) == [
                .handOver, .report(.handingOver(.proven)), .leave, .finish(.success(outcome)),
            ])
    }

    @Test func leavesWhatMustNotBeHandedOver() {
        let error = AccessoryError(.provisioningFailed, "HomeNet is on 5 GHz only")
        #expect(play([.joined, .notHandedOver(error), .left(nil)]) == [.handOver, .leave, .finish(.failure(error))])
    }

    @Test func waitsForLastWordsOfALostLink() {
        let events: [Onboarding.Event] = [.joined, .step(.handingOver(.clearText)), .left(Self.lost)]
        #expect(play(events).last == .startTimer(Onboarding.lastWords))
        #expect(play(events + [.ended(.wrongPassphrase)]).last == .finish(.success(.wrongPassphrase)))
        #expect(play(events + [.due]).last == .finish(.success(.unknown)), "the accessory's radio changes its channel")
    }

    @Test func aLinkLostBeforeTheHandOverIsAFailure() {
        #expect(play([.joined, .step(.securing), .left(Self.lost), .due]).last == .finish(.success(.vanished)))
        #expect(play([.left(Self.lost)]) == [.finish(.failure(Self.lost))])
    }

    @Test func aMachineWithoutItsUplinkIsTheWorseEnd() {
        #expect(play([.joined, .ended(.unknown), .left(Self.stranded)]).last == .finish(.failure(Self.stranded)))
        #expect(play([.joined, .left(Self.stranded), .due]).last == .finish(.failure(Self.stranded)))
    }

    @Test func endsOnce() {
        let effects = play([.joined, .ended(.unknown), .left(nil), .left(nil), .due, .ended(.vanished), .joined])
        #expect(effects.count == 3)
    }

    @Test func anOrderOverBluetoothHasNoPlan() throws {
        let address = try #require(MACAddress("02:00:00:00:02:00"))
        #expect(OnboardOrder(target: .bluetooth(address)).plan == nil)
    }

    @Test(arguments: [false, true]) func anOrdersPlanKeepsTheLimitToWPA2(isLimited: Bool) throws {
        let order = OnboardOrder(target: .hotspot(try SSID(text: "PROV_1"), nil), isWPA2Only: isLimited)
        let plan = try #require(order.plan)
        #expect(UplinkErrand(plan, over: 1).isWPA2Only == isLimited)
    }

    @Test func anOrdersPlanNeverShowsTheProof() throws {
        let proof = ProvisioningProof(user: "wifiprov", secret: "abcd1234")
        let order = OnboardOrder(target: .hotspot(try SSID(text: "PROV_1"), nil), proof: proof)
        let plan = try #require(order.plan)
        #expect(plan.isOrdered && plan.provision?.proof == .order && plan.provision?.user == "wifiprov")
        #expect(!"\(plan) \(order)".contains("abcd1234") && !plan.digest.contains("abcd1234"))
    }
}
