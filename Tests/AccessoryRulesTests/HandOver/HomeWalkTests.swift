// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// One accessory's way to the home network, once it is joined.
struct HomeWalkTests {
    private static let stranded = AccessoryError(.restoreFailed, "HomeNet is not back")
    private static let lost = AccessoryError(.interrupted, "the hotspot went away")

    private func play(_ events: [HomeWalk.Event]) -> [HomeWalk.Effect] {
        var machine = HomeWalk()
        return events.flatMap { machine.receive($0) }
    }

    @Test func handsOverLeavesAndFinishes() {
        let outcome = ProvisioningOutcome.onNetwork(address: "192.0.2.7", page: nil)
        #expect(
            play([.joined, .step(.handingOver(.proven)), .ended(outcome), .left(nil)]) == [
                .handOver, .report(.handingOver(.proven)), .leave, .finish(.success(outcome)),
            ])
    }

    @Test func keepsTheNetworkForTheLookAfterIt() throws {
        var machine = HomeWalk()
        let home = try ssid("HomeNet")
        #expect([.joined, .network(home), .ended(.unknown), .left(nil)].flatMap { machine.receive($0) }.count == 3)
        #expect(machine.network == home)
    }

    @Test func leavesWhatMustNotBeHandedOver() {
        let error = AccessoryError(.provisioningFailed, "HomeNet is on 5 GHz only")
        #expect(play([.joined, .notHandedOver(error), .left(nil)]) == [.handOver, .leave, .finish(.failure(error))])
    }

    @Test func waitsForLastWordsOfALostLink() {
        let events: [HomeWalk.Event] = [.joined, .step(.handingOver(.clearText)), .left(Self.lost)]
        #expect(play(events).last == .startTimer(HomeWalk.lastWords))
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

    @Test func endsAHandOverThatTakesTooLong() {
        var machine = HomeWalk(limit: .seconds(60))
        #expect(machine.receive(.joined) == [.handOver, .startTimer(.seconds(60))])
        var handedOver = machine
        #expect(machine.receive(.due) == [.leave])
        guard case .finish(.failure(let error))? = machine.receive(.left(nil)).last else {
            Issue.record("it goes on")
            return
        }
        #expect(error.code == .activationFailed && error.message.contains("60 s"))
        // An accessory that has the network may be at home.
        let events: [HomeWalk.Event] = [.step(.handingOver(.proven)), .due, .left(nil)]
        #expect(events.flatMap { handedOver.receive($0) }.last == .finish(.success(.unknown)))
    }

    @Test func anOrderNeverShowsTheProof() throws {
        let terms = HandOverTerms(proof: ProvisioningProof(user: "wifiprov", secret: "k7qm2vxd"))
        let order = OnboardOrder(target: .hotspot(try SSID(text: "PROV_1"), nil), terms: terms)
        #expect(!"\(order) \(UplinkErrand(.easyConnect(title: "Lamp"), terms))".contains("k7qm2vxd"))
    }

    @Test(arguments: [false, true]) func keepsTheLimitToWPA2(isLimited: Bool) {
        let errand = UplinkErrand(.lease(1), HandOverTerms(isWPA2Only: isLimited))
        #expect(PassphrasePolicy().isWPA2Only(errand) == isLimited)
    }
}
