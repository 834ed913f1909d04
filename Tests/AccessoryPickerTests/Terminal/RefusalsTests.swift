// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct RefusalsTests {
    @Test func refusalsHaveALineTenfoldEach() {
        var refusals = Refusals()
        let lines = (0..<5000).compactMap { _ in refusals.line(.unknown) }
        #expect(lines.count == 4 && lines[0].hasSuffix("refused.") && lines[3].hasSuffix("1000 times by now."))
        #expect(refusals.line(.used) != nil)
        #expect(refusals.line(.opened(Session())) != nil)
    }
}
