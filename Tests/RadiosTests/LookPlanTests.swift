// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct LookPlanTests {
    @Test func visitsTheLikelyChannelsFirstThenTheUsualOnes() {
        let plan = LookPlan(likely: [2457], startedAt: 100)
        #expect(plan.next == .channels([2457]))
    }
}
