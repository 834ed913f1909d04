// SPDX-License-Identifier: Apache-2.0

import LabelReading
import Testing

@testable import accessoryctl

@Suite struct OnboardChoiceTests {
    @Test(arguments: [
        (OnboardChoice.all, "looking for new accessories"), (.named(.text("Plug-1")), "looking for 'Plug-1'"),
    ])
    func showsWhatTheLookIsForAndHowLongItTook(_ choice: OnboardChoice, _ activity: String) {
        #expect(choice.activity == activity)
        #expect(OnboardChoice.line(of: activity, after: 0) == activity)
        #expect(OnboardChoice.line(of: activity, after: 12) == "\(activity): 12 s")
    }
}
