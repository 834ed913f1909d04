// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// One accessory's way from a home network to another, line by line.
struct MoveWalkTests {
    private let first: SSID
    private let second: SSID
    private let place = ArrivalFinding.Place(address: "192.168.1.20", interface: "wlan0")
    private let there = ArrivalFinding.Place(address: "10.0.0.9", interface: "wlan0")

    init() throws { (first, second) = (try ssid("HomeNet"), try ssid("NewNet")) }

    private func walk(
        _ family: Family? = .shelly, isGiven: Bool = false, seesFirst: Bool = true, seesSecond: Bool = true,
        fallback: MoveWalk.FallbackState = .impossible
    ) -> MoveWalk {
        MoveWalk(
            from: first, to: second, family: family, isGiven: isGiven,
            view: MoveWalk.View(seesFirst: seesFirst, seesSecond: seesSecond), fallback: fallback)
    }

    private func outcome(_ effects: [MoveWalk.Effect]) -> MoveOutcome? {
        guard effects.count == 1, case .finish(let end?) = effects[0] else { return nil }
        return end.outcome
    }

    /// The accessory is confirmed on its network, and has got the other one.
    private func given(seesFirst: Bool = true, seesSecond: Bool = true) -> MoveWalk {
        var walk = walk(seesFirst: seesFirst, seesSecond: seesSecond)
        _ = walk.receive(.began)
        _ = walk.receive(.found(.confirmed(place, .ownInterface)))
        _ = walk.receive(.step(.handingOver(.link)))
        _ = walk.receive(.step(.waitingForAccessory))
        return walk
    }

    /// A power cut at the hand-over, or a lost answer: it may be on either network.
    @Test(arguments: [true, false]) func triesAgainWithoutAConfirmation(seesSecond: Bool) {
        var walk = walk(seesSecond: seesSecond)
        _ = walk.receive(.began)
        _ = walk.receive(.found(.confirmed(place, .station)))
        _ = walk.receive(.step(.handingOver(.link)))
        var effects = walk.receive(.ended(.unknown))
        if seesSecond { effects = walk.receive(.found(.notSeen(.init()))) }
        #expect(outcome(effects) == .unconfirmed)
    }

    @Test func findsWhatHasGoneOverAlready() {
        var walk = walk()
        _ = walk.receive(.began)
        #expect(walk.receive(.found(.notSeen(.init()))) == [.look(on: second)])
        #expect(outcome(walk.receive(.found(.confirmed(there, .station)))) == .arrived)
        walk = self.walk(seesFirst: false)
        #expect(walk.receive(.began) == [.look(on: second)])
        #expect(outcome(walk.receive(.found(.likely(there, .name)))) == .notSeen)
    }

    @Test func goesFromOneNetworkToTheOther() {
        var walk = walk()
        #expect(walk.receive(.began) == [.look(on: first)])
        #expect(walk.receive(.found(.confirmed(place, .station))) == [.handOver(at: place)])
        #expect(walk.receive(.step(.handingOver(.link))) == [.report(.handingOver(.link))])
        #expect(walk.receive(.step(.waitingForAccessory)) == [.report(.waitingForAccessory)])
        #expect(walk.receive(.ended(.unknown)) == [.look(on: second)])
        #expect(outcome(walk.receive(.found(.confirmed(there, .station)))) == .arrived)
        #expect(walk.receive(.found(.confirmed(there, .station))) == [], "it is over")
    }

    /// Others can imitate a name, and the address that it named itself.
    @Test func givesNothingToWhatIsNotConfirmed() {
        let elsewhere = ArrivalFinding.Place(address: "192.168.1.20")
        let findings: [ArrivalFinding] = [
            .likely(place, .station), .likely(place, .name), .confirmed(place, .name), .ambiguous([place, there]),
            .notSeen(.init()), .confirmed(elsewhere, .station),
        ]
        for finding in findings {
            var walk = walk(seesSecond: false)
            _ = walk.receive(.began)
            #expect(outcome(walk.receive(.found(finding))) == .notSeen, "\(finding)")
        }
    }

    @Test(arguments: Family.allCases) func namesWhatAPersonHasToDo(family: Family) {
        var walk = walk(family)
        let effects = walk.receive(.began)
        #expect((outcome(effects) == .cannot) == !family.worksOverNetwork)
        #expect(MoveWalk.obstacle(of: family, fallsBack: false).isEmpty == family.worksOverNetwork)
        let forecast = MoveWalk.forecast(of: family, .impossible, from: first, to: second)
        #expect(forecast.outcome == outcome(effects) ?? .given)
    }

    @Test(arguments: [Family.esphome, .espressif, .improv, .gopro]) func waitsForItsOwnRadio(family: Family) throws {
        var walk = walk(family, fallback: .absent)
        let effects = walk.receive(.began)
        #expect(outcome(effects) == .waits)
        #expect(MoveWalk.forecast(of: family, .absent, from: first, to: second).outcome == .waits)
        #expect(!MoveWalk.obstacle(of: family, fallsBack: true).contains("add it anew"))
        walk = self.walk(family, fallback: .tried)
        #expect(outcome(walk.receive(.began)) == .cannot)
    }

    private var hotspot: NewAccessories.Found {
        get throws {
            NewAccessories.Found(
                recognition: FamilyRecognition(.esphome, .likely),
                source: .hotspot(try network("plug Fallback Hotspot")))
        }
    }

    /// Whatever network it has: only an accessory without one opens its hotspot.
    @Test(arguments: [true, false]) func takesTheOtherNetworkInItsOwnHotspot(isGiven: Bool) throws {
        let hotspot = try hotspot
        var walk = walk(.esphome, isGiven: isGiven, fallback: .there(hotspot))
        #expect(walk.receive(.began) == [.fallBack(hotspot)])
        #expect(walk.receive(.fellBack(.success(.unknown))) == [.look(on: second)])
        #expect(outcome(walk.receive(.found(.confirmed(there, .station)))) == .arrived)
    }

    @Test func triesItsOwnRadioAgain() throws {
        for outcome in [ProvisioningOutcome.wrongPassphrase, .wrongProof, .vanished] {
            var walk = walk(.esphome, fallback: .there(try hotspot))
            _ = walk.receive(.began)
            #expect(self.outcome(walk.receive(.fellBack(.success(outcome)))) == .waits, "\(outcome)")
        }
        var walk = walk(.shelly, fallback: .there(try hotspot))
        _ = walk.receive(.began)
        #expect(outcome(walk.receive(.fellBack(.failure(AccessoryError(.connectionFailed, "no"))))) == .waits)
        walk = self.walk(.shelly, fallback: .there(try hotspot))
        _ = walk.receive(.began)
        #expect(outcome(walk.receive(.fellBack(.failure(AccessoryError(.notAuthorized, "no"))))) == .stays)
    }

    @Test func whatSaysThatItIsOnTheOtherNetworkHasIt() throws {
        for outcome in [ProvisioningOutcome.onNetwork(address: nil, page: nil), .unknown] {
            var walk = walk(.improv, seesSecond: false, fallback: .there(try hotspot))
            _ = walk.receive(.began)
            let end = self.outcome(walk.receive(.fellBack(.success(outcome))))
            #expect(end == (outcome == .unknown ? .unconfirmed : .given), "\(outcome)")
        }
    }

    @Test func aHotspotThatHasClosedMeanwhileWasNotThere() throws {
        var walk = walk(.esphome, fallback: .there(try hotspot))
        _ = walk.receive(.began)
        #expect(walk.receive(.fellBack(.failure(AccessoryError(.networkNotFound, "no")))) == [.finish(nil)])
    }

    @Test func onlyWhatIsOnNoNetworkIsWorthALookForItsRadio() {
        let worth = MoveOutcome.allCases.filter { MoveWalk.End($0, "").isWorthFallback }
        #expect(worth == [.given, .notSeen, .waits])
        #expect(!MoveWalk.End(.given, "", .confirmed(place, .station)).isWorthFallback, "it is on the first network")
    }

    @Test func looksAtNothingWithoutItsNetwork() {
        var walk = walk(seesFirst: false, seesSecond: false)
        #expect(outcome(walk.receive(.began)) == .notSeen)
        walk = self.walk(nil)
        #expect(outcome(walk.receive(.began)) == .cannot)
    }

    @Test(arguments: [ProvisioningOutcome.wrongPassphrase, .networkNotInReach, .vanished, .portalNotServed])
    func staysIfItDoesNotTakeIt(end: ProvisioningOutcome) {
        var walk = given()
        #expect(outcome(walk.receive(.ended(end))) == .stays)
    }

    @Test func staysIfNothingMayBeHandedOver() {
        var walk = walk()
        _ = walk.receive(.began)
        _ = walk.receive(.found(.confirmed(place, .station)))
        #expect(outcome(walk.receive(.notHandedOver(AccessoryError(.notAuthorized, "no")))) == .stays)
    }

    /// From the hand-over on, only the networks show where it is.
    @Test func looksForItIfTheProgramDiesAfterTheHandOver() {
        var walk = given()
        #expect(walk.receive(.notHandedOver(AccessoryError(.provisioningFailed, "died"))) == [.look(on: second)])
    }

    @Test func waitsUntilThisMachineIsOnTheOtherNetwork() {
        var walk = given(seesSecond: false)
        #expect(outcome(walk.receive(.ended(.unknown))) == .given)
        walk = self.walk(isGiven: true, seesSecond: false)
        #expect(outcome(walk.receive(.began)) == .given)
    }

    @Test func goesOnWhereItWasAfterARestart() {
        var walk = walk(isGiven: true, seesFirst: false)
        #expect(walk.receive(.began) == [.look(on: second)], "it is given nothing again")
        #expect(outcome(walk.receive(.found(.notSeen(.init())))) == .given)
    }

    /// It keeps the first network as its way back, and may go over when that is switched off.
    @Test(arguments: [true, false]) func looksBackIfItIsNotThere(isBack: Bool) throws {
        var walk = given()
        _ = walk.receive(.ended(.unknown))
        #expect(walk.receive(.found(.likely(there, .name))) == [.look(on: first)])
        let effects = walk.receive(.found(isBack ? .confirmed(place, .station) : .notSeen(.init())))
        #expect(outcome(effects) == .given)
        guard case .finish(let end?) = try #require(effects.first) else { return }
        #expect(end.explanation.contains("still on 'HomeNet'") == isBack)
    }

    @Test func ordersAreKeptUntilItHasArrived() throws {
        var residence = Residence(first)
        residence.order(
            Residence.Move(
                from: first, to: second, network: "new", allowsClearText: false, warrant: .root, who: "uid 0"))
        #expect(residence.move?.state == .ordered)
        residence.give()
        #expect(residence.network == first && residence.move?.state == .given)
        residence.order(
            Residence.Move(
                from: first, to: second, network: "new", allowsClearText: true, warrant: .root, who: "uid 0"))
        #expect(residence.move?.state == .given, "it has it")
        for time in [100, 200] as [Int64] { residence.tryFallback(at: Timestamp(seconds: time)) }
        #expect(residence.move?.tries == 2)
        let rests = [100, 200, 499, 500].map { residence.move?.rests(at: Timestamp(seconds: $0)) }
        #expect(rests == [false, true, true, false], "a clock that goes back does not stop it")
        var (stays, drops) = (residence, residence)
        stays.stay()
        #expect(stays == Residence(first))
        drops.drop()
        #expect(drops == Residence(), "it has both")
        residence.arrive()
        #expect(residence == Residence(second))
        residence.settle(on: first)
        #expect(residence == Residence(first))
    }
}
