// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

struct RestoreFailureTests {
    private let late = JoinFailure(.timedOut, detail: "'Home' was not up again in 20 s")

    @Test func anUplinkThatWasNotSeenIsOutOfRange() {
        #expect(late.restoring(isDown: false, wasSeen: false).reason == .networkNotFound)
    }

    @Test func anUplinkThatWasSeenKeepsItsFailure() {
        #expect(late.restoring(isDown: false, wasSeen: true) == late)
        let refused = JoinFailure(.wrongPassphrase, detail: "the 4-way handshake failed")
        #expect(refused.restoring(isDown: false, wasSeen: false) == refused)
    }

    @Test func aPassphraseThatNobodyGaveIsNotCalledRefused() {
        let refused = JoinFailure(deviceReason: 7, phase: .associating, security: .wpa2)
        #expect(refused.asking(isUnanswered: false) == .unanswered)
        #expect(late.asking(isUnanswered: false) == late)
        let silent = JoinFailure(deviceReason: 0, phase: .associating, security: .wpa2)
        #expect(silent.asking(isUnanswered: true) == .unanswered)
        #expect(JoinFailure.unanswered.restoring(isDown: false, wasSeen: false) == .unanswered)
    }

    @Test func everyUplinkOfABlockedRadioIsOutOfRange() {
        let failure = late.restoring(isDown: true, wasSeen: true)
        #expect(failure.reason == .networkNotFound)
        #expect(failure.detail == "the radio's interface is down (rfkill list)")
    }
}
