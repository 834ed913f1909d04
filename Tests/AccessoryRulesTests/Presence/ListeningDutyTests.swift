// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import Testing

/// When radios listen.
struct ListeningDutyTests {
    @Test func observersHearFiveSecondsOfEachMinute() {
        let duty = ListeningDuty.observing
        #expect(duty.period == .seconds(60) && duty.listening == .seconds(5))
        #expect(duty.periodsPerLook == 2)
        #expect(duty.mostMisses(on: .bluetooth) == 3 && duty.mostMisses(on: .wifi) == 3)
        #expect(ListeningDuty.starting(5) == duty)
    }

    @Test(arguments: [1, 5, 6, 15, 60]) func listensNoLongerThanItMay(seconds: Int) {
        let duty = ListeningDuty.starting(seconds)
        #expect(duty.listening * Int(Duration.seconds(60) / duty.period) == .seconds(seconds))
    }

    @Test func moreListeningIsSpreadOverTheMinute() {
        let duty = ListeningDuty.starting(15)
        #expect(duty.period == .seconds(5) && duty.listening == .milliseconds(1250))
        // Of Wi-Fi as of an observer, and what is not heard is gone after the same time.
        #expect(duty.period * duty.periodsPerLook == .seconds(120))
        #expect(duty.period * duty.mostMisses(on: .bluetooth) == .seconds(180))
        #expect(duty.mostMisses(on: .wifi) == 3)
    }
}
