// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct SelectionTests {
    @Test func takesTheStrongestOnlyAfterTheOthersHadTimeToAppear() throws {
        var selection = Selection(rule: .strongest, isExact: false)
        let weak = try Fixture.item("1", "MyCam-1", signal: 40)
        let strong = try Fixture.item("2", "MyCam-2", signal: 80, last: 2)
        #expect(selection.receive([], isComplete: false, at: .zero) == .wait)
        #expect(selection.receive([weak], isComplete: false, at: .milliseconds(300)) == .waitFor(.seconds(1)))
        #expect(
            selection.receive([weak, strong], isComplete: false, at: .milliseconds(900)) == .waitFor(.milliseconds(400))
        )
        #expect(selection.receive([weak, strong], isComplete: false, at: .milliseconds(1300)) == .select(strong))
        #expect(selection.receive([weak, strong], isComplete: true, at: .seconds(2)) == .wait)
    }

    @Test(arguments: [SelectionRule.strongest, .only]) func leavesLessSecurityThanExpectedToAPerson(
        rule: SelectionRule
    ) throws {
        let genuine = try Fixture.item("1", "MyCam-1", signal: 40)
        var twin = try Fixture.item("2", "MyCam-1", signal: 90, last: 2)
        (twin.security, twin.change) = (.open, SecurityChange(expected: .wpa2, seen: .open))
        var selection = Selection(rule: rule, isExact: true)
        #expect(selection.receive([twin], isComplete: false, at: .zero) == .wait)
        #expect(selection.receive([twin, genuine], isComplete: true, at: .zero) == .select(genuine))
    }

    @Test func takesNoOpenOneWhereAPassphraseIsGiven() throws {
        var open = try Fixture.item("2", "MyCam-1", signal: 90, last: 2)
        open.security = .open
        var selection = Selection(rule: .strongest, isExact: true, isSecured: true)
        #expect(selection.receive([open], isComplete: false, at: .zero) == .wait)
        // The agent refuses it, with the reason.
        #expect(selection.receive([open], isComplete: true, at: .zero) == .select(open))
    }

    @Test func takesTheStrongestAtOnceWhenAllWereSeen() throws {
        var selection = Selection(rule: .strongest, isExact: false)
        let item = try Fixture.item("1", "MyCam-1", signal: 40)
        #expect(selection.receive([item], isComplete: true, at: .zero) == .select(item))
    }

    @Test func takesTheFirstAtOnceWhenOneSSIDIsLookedFor() throws {
        var selection = Selection(rule: .strongest, isExact: true)
        let item = try Fixture.item("1", "MyCam-1", signal: 40)
        #expect(selection.receive([item], isComplete: false, at: .zero) == .select(item))
    }

    @Test func startsTheTimeAnewWhenTheOnlyItemWent() throws {
        var selection = Selection(rule: .strongest, isExact: false)
        let item = try Fixture.item("1", "MyCam-1", signal: 40)
        #expect(selection.receive([item], isComplete: false, at: .zero) == .waitFor(.seconds(1)))
        #expect(selection.receive([], isComplete: false, at: .milliseconds(500)) == .wait)
        #expect(selection.receive([item], isComplete: false, at: .milliseconds(2000)) == .waitFor(.seconds(1)))
    }

    @Test func takesTheOnlyOneWhenAllWereSeen() throws {
        var selection = Selection(rule: .only, isExact: false)
        let item = try Fixture.item("1", "MyCam-1", signal: 40)
        #expect(selection.receive([item], isComplete: false, at: .zero) == .wait)
        #expect(selection.receive([], isComplete: true, at: .zero) == .wait)
        #expect(selection.receive([item], isComplete: true, at: .zero) == .select(item))
    }

    @Test func refusesToGuessAmongSeveral() throws {
        var selection = Selection(rule: .only, isExact: false)
        let items = [
            try Fixture.item("1", "MyCam-1", signal: 40), try Fixture.item("2", "MyCam-2", signal: 80, last: 2),
        ]
        let list = "'MyCam-1' (02:00:00:00:01:01, signal 40), 'MyCam-2' (02:00:00:00:01:02, signal 80)"
        let failure = Failure("--select only: there are 2: \(list); name one by its SSID or address", .invalidInput)
        #expect(selection.receive(items, isComplete: true, at: .zero) == .refuse(failure))
        #expect(failure.status == 2)
    }

    @Test func takesTheNamedOneAsSoonAsItIsSeen() throws {
        let other = try Fixture.item("1", "MyCam-1", signal: 90)
        let weak = try Fixture.item("2", "MyCam-2", signal: 20, last: 2)
        let strong = try Fixture.item("3", "MyCam-2", signal: 60, last: 3)
        var bySSID = Selection(rule: .name("MyCam-2"), isExact: false)
        #expect(bySSID.receive([other], isComplete: true, at: .zero) == .wait)
        #expect(bySSID.receive([other, weak, strong], isComplete: false, at: .zero) == .select(strong))
        var byBSSID = Selection(rule: .address(try Fixture.bssid(2)), isExact: false)
        #expect(byBSSID.receive([other, weak, strong], isComplete: false, at: .zero) == .select(weak))
    }

    @Test(arguments: ["strongest", "only", "MyCam-2", "02:00:00:00:01:02"])
    func neverTakesWhatIsGone(_ rule: String) throws {
        let near = try Fixture.item("1", "MyCam-1", signal: 40)
        let gone = try Fixture.item("2", "MyCam-2", signal: 90, last: 2, isGone: true)
        let rule = try #require(SelectionRule(argument: rule))
        var alone = Selection(rule: rule, isExact: true)
        #expect(alone.receive([gone], isComplete: true, at: .zero) == .wait)
        var beside = Selection(rule: rule, isExact: true)
        let decision = beside.receive([near, gone], isComplete: true, at: .zero)
        #expect(decision == .wait || decision == .select(near))
    }

    @Test func countsWhatIsGoneAsNothingAmongSeveral() throws {
        var selection = Selection(rule: .only, isExact: false)
        let near = try Fixture.item("1", "MyCam-1", signal: 40)
        let gone = try Fixture.item("2", "MyCam-2", signal: 90, last: 2, isGone: true)
        #expect(selection.receive([near, gone], isComplete: true, at: .zero) == .select(near))
    }

    @Test func takesWhatIsNamedByEitherAddress() throws {
        let other = try Fixture.item("1", "MyCam-1", signal: 90)
        let both = try Fixture.item("2", "GP24501058", signal: 20, last: 2, bluetooth: "GoPro 1058")
        let device = try Fixture.device("3", "GoPro 0456", signal: 30, last: 3)
        for (address, item) in [
            (try Fixture.bssid(2), both), (try Fixture.bluetooth(2), both), (try Fixture.bluetooth(3), device),
        ] {
            var selection = Selection(rule: .address(address), isExact: false)
            #expect(selection.receive([other], isComplete: true, at: .zero) == .wait)
            #expect(selection.receive([other, both, device], isComplete: false, at: .zero) == .select(item))
        }
    }

    @Test func takesWhatIsNamedOverBluetoothOnceAllWereSeen() throws {
        let both = try Fixture.item("1", "GP24501058", signal: 20, bluetooth: "GoPro 1058")
        var selection = Selection(rule: .name("GoPro 1058"), isExact: false)
        #expect(selection.receive([both], isComplete: false, at: .zero) == .wait)
        #expect(selection.receive([both], isComplete: true, at: .zero) == .select(both))
    }

    @Test(arguments: ["only", "GoPro 1058"]) func listensForAWhileWhereOnlyBluetoothIsInRange(_ rule: String) throws {
        let one = try Fixture.device("1", "GoPro 1058", signal: 20, last: 1)
        let two = try Fixture.device("2", "GoPro 1058", signal: 30, last: 2)
        let rule = try #require(SelectionRule(argument: rule))
        var alone = Selection(rule: rule, isExact: false)
        #expect(alone.receive([], isComplete: false, at: .zero) == .wait)
        #expect(alone.receive([one], isComplete: false, at: .seconds(1)) == .waitFor(.seconds(5)))
        #expect(alone.receive([one], isComplete: false, at: .seconds(4)) == .waitFor(.seconds(2)))
        #expect(alone.receive([one], isComplete: false, at: .seconds(6)) == .select(one))
        var beside = Selection(rule: rule, isExact: false)
        #expect(beside.receive([one], isComplete: false, at: .zero) == .waitFor(.seconds(5)))
        guard case .refuse = beside.receive([one, two], isComplete: false, at: .seconds(5)) else {
            Issue.record("two are not the only one")
            return
        }
    }

    @Test func doesNotEndWhileNetworksAreStillLookedFor() throws {
        let network = try Fixture.item("1", "MyCam-1", signal: 20)
        let device = try Fixture.device("2", "GoPro 1058", signal: 30, last: 2)
        var selection = Selection(rule: .only, isExact: false)
        #expect(selection.receive([device], isComplete: false, at: .zero) == .waitFor(.seconds(5)))
        #expect(selection.receive([device, network], isComplete: false, at: .seconds(9)) == .wait)
    }

    @Test func takesTheAppsNameWhereNothingIsCalledSoOverTheAir() throws {
        let device = try Fixture.device("1", "GoPro 1058", signal: 20, last: 1)
        var selection = Selection(rule: .name("Camera"), isExact: false)
        #expect(selection.receive([device], isComplete: true, at: .zero) == .select(device))
    }

    @Test func refusesToGuessAmongDevicesOfOneName() throws {
        let items = [
            try Fixture.device("1", "GoPro 1058", signal: 20, last: 1),
            try Fixture.device("2", "GoPro 1058", signal: 80, last: 2),
        ]
        var selection = Selection(rule: .name("GoPro 1058"), isExact: false)
        let list = "'GoPro 1058' (02:00:00:00:02:01, signal 20), 'GoPro 1058' (02:00:00:00:02:02, signal 80)"
        let failure = Failure(
            "--select GoPro 1058: there are 2: \(list); name one by its SSID or address", .invalidInput)
        #expect(selection.receive(items, isComplete: true, at: .zero) == .refuse(failure))
    }

    @Test func givesUpWhenNothingThatWasFoundIsMeant() throws {
        let other = try Fixture.item("1", "MyCam-1", signal: 40)
        var selection = Selection(rule: .name("MyCam-2"), isExact: false, patience: .seconds(30))
        #expect(selection.receive([], isComplete: true, at: .zero) == .wait)
        #expect(selection.receive([other], isComplete: true, at: .seconds(9)) == .waitFor(.seconds(30)))
        #expect(selection.receive([other], isComplete: true, at: .seconds(38)) == .wait)
        let failure = Failure(
            "--select MyCam-2 chose nothing (did you mean 'MyCam-1'?); there are: 'MyCam-1' (02:00:00:00:01:01, "
                + "signal 40)", .noPicker)
        #expect(selection.receive([other], isComplete: true, at: .seconds(39)) == .refuse(failure))
        #expect(failure.status == 11)
    }

    @Test func givesUpAlsoWhenAllThatWasFoundIsGone() throws {
        let other = try Fixture.item("1", "MyCam-1", signal: 40)
        let gone = try Fixture.item("1", "MyCam-1", signal: 40, isGone: true)
        var selection = Selection(rule: .name("strongst"), isExact: false, patience: .seconds(30))
        #expect(selection.receive([other], isComplete: true, at: .zero) == .waitFor(.seconds(30)))
        let failure = Failure(
            "--select strongst chose nothing (did you mean 'strongest'?); what was found is out of range", .noPicker)
        #expect(selection.receive([gone], isComplete: true, at: .seconds(30)) == .refuse(failure))
    }

    @Test func namesTheSeveralThatItFoundBeforeItGaveUpLooking() throws {
        let items = [
            try Fixture.item("1", "MyCam-1", signal: 40), try Fixture.item("2", "MyCam-2", signal: 50, last: 2),
        ]
        var selection = Selection(rule: .only, isExact: false, patience: .seconds(30))
        #expect(selection.receive(items, isComplete: false, at: .zero) == .waitFor(.seconds(30)))
        let failure = Failure(
            "--select only: there are 2: 'MyCam-1' (02:00:00:00:01:01, signal 40), 'MyCam-2' (02:00:00:00:01:02, "
                + "signal 50); name one by its SSID or address", .invalidInput)
        #expect(selection.receive(items, isComplete: false, at: .seconds(30)) == .refuse(failure))
    }

    @Test func doesNotTakeTheOnlyOneSoFarForTheOnlyOne() throws {
        let item = try Fixture.item("1", "MyCam-1", signal: 40)
        var selection = Selection(rule: .only, isExact: false, patience: .seconds(30))
        #expect(selection.receive([item], isComplete: false, at: .zero) == .waitFor(.seconds(30)))
        let failure = Failure(
            "--select only: 'MyCam-1' is the only one so far, but not every channel was visited in 30 s; give it a "
                + "longer '--timeout', or name it by its SSID or address", .noPicker)
        #expect(selection.receive([item], isComplete: false, at: .seconds(30)) == .refuse(failure))
    }

    @Test func takesTheNamedOneUntilItGivesUp() throws {
        let other = try Fixture.item("1", "MyCam-1", signal: 40)
        let late = try Fixture.item("2", "MyCam-2", signal: 40, last: 2)
        var selection = Selection(rule: .name("MyCam-2"), isExact: false, patience: .seconds(30))
        _ = selection.receive([other], isComplete: true, at: .zero)
        #expect(selection.receive([other, late], isComplete: true, at: .seconds(29)) == .select(late))
        #expect(selection.receive([other], isComplete: true, at: .seconds(30)) == .wait)
    }

    @Test func readsRules() throws {
        #expect(SelectionRule(argument: "strongest") == .strongest)
        #expect(SelectionRule(argument: "only") == .only)
        #expect(SelectionRule(argument: "02:00:00:00:01:02") == .address(try Fixture.bssid(2)))
        #expect(SelectionRule(argument: "\\x6fnly") == .name("\\x6fnly"))
        #expect(SelectionRule(argument: "") == nil)
        #expect(SelectionRule(argument: "\\q") == nil)
    }
}
