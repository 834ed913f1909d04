// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// A failure that may pass, and the person who tries again.
struct RetryTests {
    private let setups: SetupPaths

    init() throws { setups = try SetupPaths() }

    @Test func asksBeforeTheAppGetsAFailureThatMayPass() {
        var setup = setups.setup(at: .joining)
        #expect(
            setup.receive(.joinFailed(setups.noAddress)) == [
                .stopSearching, .ask(.retry(setups.candidate, setups.noAddress)),
                .startTimer(Setup.questionPatience),
            ])
    }

    @Test func joinsAgainWithTheSamePassphrase() {
        var setup = setups.setup(at: .halted)
        let effects = setup.receive(.consented)
        #expect(effects == [.stopTimer, .join(setups.candidate, setups.item.passphrase, accepting: nil)])
        #expect(setup.receive(setups.joined).contains { if case .grant = $0 { true } else { false } })
    }

    @Test(arguments: [Setup.Event.declined, .due, .cancel])
    func givesTheAppTheFailureItself(event: Setup.Event) {
        var setup = setups.setup(at: .halted)
        #expect(setup.receive(event).last == .settle(.failed(setups.noAddress)))
    }

    @Test func asksAgainAsOftenAsItFails() {
        var setup = setups.setup(at: .halted)
        _ = setup.receive(.consented)
        #expect(setup.receive(.joinFailed(setups.noAddress)).contains(.ask(.retry(setups.candidate, setups.noAddress))))
    }

    @Test func offersNothingWhereTheSameWouldFailAgain() {
        var setup = setups.setup(at: .joining)
        #expect(setup.receive(.joinFailed(setups.refusal)).last == .settle(.failed(setups.refusal)))
    }

    @Test func looksAgainForANetworkThatWasNotSeen() {
        var setup = setups.setup(at: .locating)
        #expect(setup.receive(.due).contains { if case .ask(.retry) = $0 { true } else { false } })
        let effects = setup.receive(.consented)
        #expect(effects.contains(.report(.locatingNetwork)))
        #expect(effects.contains { if case .look = $0 { true } else { false } })
    }

    @Test(arguments: [(BluetoothFailure.Reason.notReached, true), (.timedOut, true), (.refused, false)])
    func pairsAgainUnlessSomebodyRefused(reason: BluetoothFailure.Reason, asks: Bool) {
        var setup = setups.setup(at: .pairing)
        let effects = setup.receive(.pairingFailed(BluetoothFailure(reason, "it failed")))
        #expect(effects.contains { if case .ask(.retry) = $0 { true } else { false } } == asks)
        let again = setup.receive(.consented)
        #expect(again.contains { if case .pair = $0 { true } else { false } } == asks)
    }
}
