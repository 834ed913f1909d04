// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct AttemptTests {
    private func reason(_ action: Attempt.Action?) -> JoinFailure.Reason? {
        if case .fail(let failure) = action { failure.reason } else { nil }
    }

    /// The last action of a join that was fed these signals after it had begun to associate.
    private func last(_ security: Security, _ signals: [Attempt.Signal]) -> Attempt.Action? {
        var attempt = Attempt(security: security)
        return ([.device(.prepare, reason: 0)] + signals).map { attempt.receive($0) }.last
    }

    private func link() throws -> Link {
        Link(
            interface: "wlan0", bssid: try #require(MACAddress("02:00:00:00:01:00")), address: "192.168.4.2",
            prefixLength: 24, gateway: nil)
    }

    @Test func tellsADriverThatTakesNoOtherAddressFromTheRest() {
        #expect(last(.wpa2, [.device(.failed, reason: 4)]) == .fail(.notSetUp))
        #expect(last(.wpa2, [.device(.failed, reason: 9)]) != .fail(.notSetUp))
    }

    @Test func reportsEachStepOnce() throws {
        let link = try link()
        var attempt = Attempt(security: .wpa2)
        let actions = [
            Attempt.Signal.device(.prepare, reason: 0), .device(.config, reason: 0),
            .supplicant(.init(state: "associating")), .supplicant(.init(state: "4way_handshake")),
            .device(.needAuth, reason: 0), .supplicant(.init(state: "completed")), .device(.ipConfig, reason: 0),
            .device(.ipCheck, reason: 0), .up(link), .device(.activated, reason: 0),
        ].map { attempt.receive($0) }
        #expect(
            actions.filter { $0 != .none } == [
                .report(.associating), .report(.authenticating), .report(.addressing), .report(.joined(link)),
            ])
    }

    @Test func ignoresHowTheEarlierNetworkIsLeft() {
        var attempt = Attempt(security: .open)
        #expect(attempt.receive(.device(.deactivating, reason: 60)) == .none)
        #expect(attempt.receive(.device(.disconnected, reason: 60)) == .none)
        #expect(attempt.receive(.supplicant(.init(state: "disconnected", disconnection: -3))) == .none)
    }

    /// On a busy machine the link can be up before anybody has read how its radio left the earlier one.
    @Test func ignoresThatAlsoWhenTheLinkIsUpBeforeItIsRead() throws {
        let link = try link()
        var attempt = Attempt(security: .open, activation: "/ours")
        #expect(attempt.receive(.up(link)) == .report(.joined(link)))
        #expect(attempt.receive(.device(.deactivating, reason: 60)) == .none)
        #expect(attempt.receive(.device(.disconnected, reason: 60)) == .none)
        #expect(attempt.receive(.device(.prepare, reason: 0, of: "/ours")) == .none)
        #expect(reason(attempt.receive(.device(.deactivating, reason: 60, of: "/ours"))) == .interrupted)
    }

    /// Between a first try that failed and a second one NetworkManager may begin to bring the uplink back by itself.
    @Test func ignoresWhatBecomesOfAnotherActivationOnItsRadio() {
        var attempt = Attempt(security: .wpa2, activation: "/ours")
        for state in [DeviceState.prepare, .config, .needAuth, .deactivating] {
            #expect(attempt.receive(.device(state, reason: 60, of: "/uplink")) == .none)
        }
        #expect(attempt.receive(.device(.disconnected, reason: 60)) == .none)
        #expect(attempt.receive(.device(.prepare, reason: 0, of: "/ours")) == .report(.associating))
        #expect(reason(attempt.receive(.device(.deactivating, reason: 60, of: "/ours"))) == .interrupted)
    }

    @Test(arguments: [(36, "the radio was removed"), (3, "no longer managed"), (0, "reports the radio as unmanaged")])
    func namesWhyTheRadioIsGone(number: Int, words: String) {
        guard case .fail(let failure)? = last(.open, [.device(.unmanaged, reason: number)]) else {
            Issue.record("nothing failed")
            return
        }
        #expect(failure.reason == .radioUnavailable && failure.detail.contains(words), "\(failure)")
    }

    @Test func knowsAWrongSAEPassphraseFromARefusedConfirmation() {
        let signals: [Attempt.Signal] = [
            .supplicant(.init(state: "authenticating")), .supplicant(.init(authentication: 0)),
            .supplicant(.init(state: "disconnected", authentication: 1)),
        ]
        #expect(reason(last(.wpa3, signals)) == .wrongPassphrase)
        #expect(reason(last(.wpa2wpa3, signals)) == .wrongPassphrase)
    }

    @Test(arguments: [30, 76, 77, 126, 127])
    func waitsWhereTheSupplicantTriesAnotherWayByItself(status: Int) {
        #expect(last(.wpa3, [.supplicant(.init(authentication: status))]) == Attempt.Action.none)
    }

    @Test(arguments: [15, 2, -15])
    func knowsAWrongWPA2PassphraseFromTheHandshake(disconnection: Int) {
        let signals: [Attempt.Signal] = [
            .supplicant(.init(state: "4way_handshake")),
            .supplicant(.init(state: "disconnected", disconnection: disconnection)),
        ]
        #expect(reason(last(.wpa2, signals)) == .wrongPassphrase)
    }

    @Test(arguments: [Security.owe, .open])
    func leavesAHandshakeWithoutAPassphraseToTheSupplicantsNextTry(security: Security) {
        let signals: [Attempt.Signal] = [
            .supplicant(.init(state: "4way_handshake")), .supplicant(.init(state: "disconnected", disconnection: 15)),
        ]
        #expect(last(security, signals) == Attempt.Action.none)
    }

    @Test func blamesNoPassphraseWhenTheAccessPointVanishesInTheHandshake() {
        let signals: [Attempt.Signal] = [
            .supplicant(.init(state: "4way_handshake")),
            .supplicant(.init(state: "disconnected", disconnection: -4)),
        ]
        #expect(last(.wpa2, signals) == Attempt.Action.none)
    }

    @Test func reportsARefusedAssociation() {
        #expect(reason(last(.wpa2, [.supplicant(.init(association: 17))])) == .rejected)
        #expect(reason(last(.open, [.supplicant(.init(authentication: 1))])) == .rejected)
    }

    @Test(arguments: [
        (5, JoinFailure.Reason.noAddress), (7, .wrongPassphrase), (11, .timedOut), (17, .noAddress),
        (36, .radioUnavailable),
        (39, .interrupted), (53, .networkNotFound), (60, .interrupted), (999, .rejected),
    ])
    func translatesWhatNetworkManagerGivesAsReason(number: Int, expected: JoinFailure.Reason) {
        #expect(reason(last(.wpa2, [.device(.failed, reason: number)])) == expected)
    }

    @Test func blamesNoPassphraseOfANetworkWithoutOne() {
        #expect(reason(last(.open, [.device(.failed, reason: 7)])) == .rejected)
    }

    @Test func prefersTheDevicesReasonToTheActivations() {
        var attempt = Attempt(security: .open)
        _ = attempt.receive(.device(.prepare, reason: 0))
        #expect(attempt.receive(.activation(.deactivated, reason: 3)) == .arm(.ending))
        #expect(reason(attempt.receive(.device(.disconnected, reason: 60))) == .interrupted)
    }

    @Test func makesDoWithTheActivationsReasonWhenNoBetterOneComes() {
        let signals: [Attempt.Signal] = [.activation(.deactivated, reason: 2), .overdue(.ending)]
        #expect(reason(last(.open, signals)) == .interrupted)
    }

    @Test func givesUpWhenAssociatingTakesTooLongButNotWhenAddressingDoes() {
        #expect(reason(last(.open, [.overdue(.association)])) == .timedOut)
        #expect(last(.open, [.device(.ipConfig, reason: 0), .overdue(.association)]) == Attempt.Action.none)
    }

    @Test func limitsEachPhase() throws {
        var attempt = Attempt(security: .open)
        #expect(attempt.limit == .association)
        _ = attempt.receive(.device(.prepare, reason: 0))
        #expect(attempt.limit == .association)
        _ = attempt.receive(.device(.ipConfig, reason: 0))
        #expect(attempt.limit == .addressing)
        _ = attempt.receive(.up(try link()))
        #expect(attempt.limit == nil)
    }

    /// NetworkManager itself gives up before: its own reason is better.
    @Test func failsWhenNoAddressComes() throws {
        let addressing = Attempt.Signal.device(.ipConfig, reason: 0)
        #expect(reason(last(.open, [addressing, .overdue(.addressing)])) == .noAddress)
        #expect(last(.open, [addressing, .up(try link()), .overdue(.addressing)]) == Attempt.Action.none)
        #expect(Attempt.Deadline.addressing.patience > .seconds(Settings.addressPatience))
    }

    /// Also one that comes when the accessory renews the lease.
    @Test func leavesANetworkThatIsUnfit() throws {
        var attempt = Attempt(security: .open)
        let failure = JoinFailure(claiming: try link(), "a network so large")
        _ = attempt.receive(.device(.ipConfig, reason: 0))
        #expect(attempt.receive(.unfit(failure)) == .fail(failure))
        _ = attempt.receive(.up(try link()))
        #expect(attempt.receive(.unfit(failure)) == .fail(failure))
    }

    @Test func takesSilenceForAWrongPassphraseOnlyWithoutTheSupplicant() {
        #expect(reason(last(.wpa3, [.overdue(.association)])) == .wrongPassphrase)
        #expect(reason(last(.wpa3, [.supplicant(.init(state: "scanning")), .overdue(.association)])) == .timedOut)
    }

    @Test func toleratesALinkThatComesBackInTime() throws {
        var attempt = Attempt(security: .open)
        _ = attempt.receive(.device(.prepare, reason: 0))
        _ = attempt.receive(.up(try link()))
        #expect(attempt.receive(.supplicant(.init(state: "disconnected"))) == .arm(.loss))
        #expect(attempt.receive(.supplicant(.init(state: "completed"))) == .disarm(.loss))
        #expect(attempt.receive(.supplicant(.init(state: "scanning"))) == .arm(.loss))
        #expect(reason(attempt.receive(.overdue(.loss))) == .linkLost)
    }

    @Test func leavesANetworkThatTookTheAddressBack() throws {
        var attempt = Attempt(security: .open)
        _ = attempt.receive(.device(.prepare, reason: 0))
        #expect(attempt.receive(.addressGone(successor: nil)) == Attempt.Action.none)
        _ = attempt.receive(.up(try link()))
        #expect(attempt.receive(.addressGone(successor: nil)) == .arm(.address))
        #expect(attempt.receive(.up(try link())) == .disarm(.address))
        #expect(attempt.receive(.addressGone(successor: nil)) == .arm(.address))
        guard case .fail(let failure) = attempt.receive(.overdue(.address)) else {
            Issue.record("nothing failed")
            return
        }
        #expect(failure.reason == .linkLost && failure.detail.contains("192.168.4.2 is gone from wlan0"), "\(failure)")
    }

    @Test func leavesANetworkThatGivesAnotherAddress() throws {
        let failed = last(.open, [.up(try link()), .addressGone(successor: "192.168.4.7")])
        #expect(reason(failed) == .linkLost)
        #expect(failed.map { "\($0)".contains("192.168.4.7 in place of the address 192.168.4.2") } == true)
    }

    @Test func failsWhenTheRadioIsBlockedWhileItWaitsForAnAddress() {
        var attempt = Attempt(security: .open)
        _ = attempt.receive(.device(.prepare, reason: 0))
        _ = attempt.receive(.device(.ipConfig, reason: 0))
        #expect(attempt.receive(.supplicant(.init(state: "interface_disabled"))) == .arm(.loss))
        #expect(attempt.receive(.supplicant(.init(state: "interface_disabled"))) == Attempt.Action.none)
        #expect(reason(attempt.receive(.overdue(.loss))) == .radioUnavailable)
    }

    @Test func toleratesARadioThatIsDownForAMoment() {
        var attempt = Attempt(security: .open)
        _ = attempt.receive(.device(.prepare, reason: 0))
        #expect(attempt.receive(.supplicant(.init(state: "interface_disabled"))) == .arm(.loss))
        #expect(attempt.receive(.supplicant(.init(state: "disconnected"))) == .disarm(.loss))
        #expect(attempt.receive(.supplicant(.init(state: "scanning"))) == Attempt.Action.none)
    }

    @Test(arguments: [11, 53, 8, 6])
    func callsTheEndOfAJoinedLinkALoss(number: Int) throws {
        #expect(reason(last(.open, [.up(try link()), .device(.failed, reason: number)])) == .linkLost)
    }

    @Test func reportsThatTheRadioWentAway() {
        #expect(reason(last(.open, [.unavailable(.backendAway)])) == .radioUnavailable)
        #expect(reason(last(.open, [.device(.unavailable, reason: 0)])) == .radioUnavailable)
    }
}
