// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

struct ProtectionTests {
    @Test func aProofProtectsBest() {
        #expect(HandOverProtection.allCases.sorted() == [.clearText, .link, .session, .proven])
        #expect(HandOverProtection.clearText < .link)
    }

    @Test func aProofIsInNoDescription() {
        let proof = ProvisioningProof(user: "wifiprov", secret: "abcd1234")
        #expect(!"\(proof)\(String(reflecting: proof))".contains("abcd"))
    }
}
