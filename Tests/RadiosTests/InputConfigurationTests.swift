// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

struct InputConfigurationTests {
    @Test(arguments: ["", "[General]\n#LEAutoSecurity=false\n", "[General]\nLEAutoSecurity=true\n", "LEAutoSecurity"])
    func bondsByItselfUnlessItIsForbidden(contents: String) {
        #expect(InputConfiguration.bondsByItself(Array(contents.utf8)))
    }

    @Test func bondsByItselfWithoutAFile() { #expect(InputConfiguration.bondsByItself(nil)) }

    @Test(arguments: ["[General]\nLEAutoSecurity=false\n", "[General]\nUserspaceHID=true\nLEAutoSecurity = false\n"])
    func bondsWithNobodyWhereItIsForbidden(contents: String) {
        #expect(!InputConfiguration.bondsByItself(Array(contents.utf8)))
    }
}
