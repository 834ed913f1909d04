// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct OnboardFormTests {
    @Test func doesNotAskForConsentWhereTheAccessoryEncrypts() throws {
        let form = OnboardForm(try Fixture.sensor(), OnboardTerms())
        #expect(form.open == [.proof])
        #expect(form.request.allowsClearText == nil)
        #expect(OnboardForm(try Fixture.plug(.wpa2), OnboardTerms()).open == [.passphrase])
    }

    @Test func asksForNothingThatIsGiven() throws {
        let terms = OnboardTerms(
            proof: ProvisioningProof(user: "anna", secret: "abcd1234"), passphrase: try Passphrase("secret42"),
            network: "Home", allowsClearText: true, interface: "wlan1")
        let form = OnboardForm(try Fixture.sensor(), terms)
        #expect(form.open == [])
        // Whoever takes the passphrase would get the network.
        #expect(form.refusal?.code == .securityChanged)
        #expect(
            form.request
                == OnboardRequest(
                    ssid: "PROV_C049EF", bssid: "02:00:00:00:01:02", passphrase: "secret42", user: "anna",
                    proof: "abcd1234", network: "Home", allowsClearText: true, interface: "wlan1"))
        #expect(OnboardForm(try Fixture.plug(.wpa3), terms).refusal == nil)
    }

    @Test func judgesByTheFamilyThatThePersonNames() throws {
        let form = OnboardForm(try Fixture.plug(), OnboardTerms(family: .espressif))
        #expect(form.open == [.proof])
        #expect(form.request.family == "espressif")
    }

    @Test func triesWithoutAProofIfNobodyAnswers() throws {
        var form = OnboardForm(try Fixture.sensor(), OnboardTerms())
        try form.doWithoutAnswers()
        #expect(form.request.proof == nil)
        #expect(form.open == [])
    }

    @Test func showsNoSecretInItsTerms() throws {
        let terms = OnboardTerms(
            proof: ProvisioningProof(secret: "abcd1234"), passphrase: try Passphrase("secret42"))
        #expect(!"\(terms)".contains("abcd1234"))
        #expect(!"\(terms)".contains("secret42"))
    }
}
