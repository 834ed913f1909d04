// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct InquiryTests {
    private static let answer = Inquiry.Event.answered(.named("Porch", ssid: nil))

    @Test func asksAndSettlesWithTheAnswer() {
        var inquiry = Inquiry()
        #expect(inquiry.receive(.start) == [.ask, .startTimer(Setup.questionPatience)])
        #expect(
            inquiry.receive(Self.answer)
                == [.stopTimer, .dismiss(nil), .settle(.answered(.named("Porch", ssid: nil)))])
        #expect(inquiry.state == .finished)
    }

    @Test(arguments: [
        (Inquiry.Event.declined, AccessoryError.Code.userCancelled), (.cancel, .userCancelled),
        (.ended(AccessoryError(.pickerUnavailable, "its rule chose nothing")), .pickerUnavailable),
        (.due, .discoveryTimeout), (.callerGone, .invalidated),
    ])
    func settlesWithoutAnAnswer(event: Inquiry.Event, code: AccessoryError.Code) {
        var inquiry = Inquiry()
        _ = inquiry.receive(.start)
        guard case .settle(.failed(let error))? = inquiry.receive(event).last else {
            Issue.record("it is not settled")
            return
        }
        #expect(error.code == code && inquiry.state == .finished)
    }

    @Test func settlesOnceWhateverComes() {
        let events: [Inquiry.Event] = [.start, Self.answer, .declined, .due, .cancel, .callerGone]
        for first in events {
            for second in events {
                var inquiry = Inquiry()
                let effects = [.start, first, second].flatMap { inquiry.receive($0) }
                let settled = effects.count { if case .settle = $0 { true } else { false } }
                #expect(settled == (first == .start && second == .start ? 0 : 1), "\(first), \(second)")
            }
        }
    }
}
