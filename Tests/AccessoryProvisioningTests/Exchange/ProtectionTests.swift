// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

struct ProtectionTests {
    @Test func aProofProtectsBest() {
        #expect(HandOverProtection.allCases.sorted() == [.clearText, .link, .session, .proven])
        #expect(HandOverProtection.clearText < .link)
    }

    @Test func theGateStopsWhatIsTooWeak() {
        for least in HandOverProtection.allCases {
            for protection in HandOverProtection.allCases {
                var gate = HandOverGate(least: least)
                let before = gate.pass(.securing)
                #expect(before == nil && gate.outcomeOfSilence == .vanished)
                let (end, isTooWeak) = (gate.pass(.handingOver(protection)), protection < least)
                #expect(end == (isTooWeak ? .unprotected(protection) : nil))
                #expect(gate.outcomeOfSilence == (isTooWeak ? .vanished : .unknown))
            }
        }
    }

    @Test func aProofIsInNoDescription() {
        let proof = ProvisioningProof(user: "wifiprov", secret: "abcd1234")
        #expect(!"\(proof)\(String(reflecting: proof))".contains("abcd"))
    }
}
