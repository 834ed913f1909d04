// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import LabelReading
import Testing

@testable import accessoryctl

@Suite struct OnboardFormTests {
    @Test func doesNotAskForConsentWhereTheAccessoryEncrypts() throws {
        let form = OnboardForm(try Fixture.sensor(), OnboardTerms())
        #expect(form.open == [.proof])
        #expect(form.request.allowsClearText == nil)
        #expect(OnboardForm(try Fixture.plug(.wpa2), OnboardTerms()).open == [.passphrase])
    }

    /// It may not be there, or be encrypted.
    @Test func asksForNoConsentBeforeTheAccessoryIsSeen() throws {
        var lamp = try Fixture.newcomer("WLED-AP", .wled, .open, signal: 82, last: 1)
        #expect(OnboardForm(lamp, OnboardTerms(family: .wled)).open == [.consent])
        lamp.security = nil
        #expect(OnboardForm(lamp, OnboardTerms(family: .wled)).open == [])
    }

    @Test func asksForNothingThatIsGiven() throws {
        let terms = OnboardTerms(
            proof: ProvisioningProof(user: "anna", secret: "k7qm2vxd"), passphrase: try Passphrase("secret42"),
            network: "Home", allowsClearText: true, interface: "wlan1")
        let form = OnboardForm(try Fixture.sensor(), terms)
        #expect(form.open == [])
        // Whoever takes the passphrase would get the network.
        #expect(form.refusal?.code == .securityChanged)
        #expect(
            form.request
                == OnboardRequest(
                    ssid: "PROV_C049EF", bssid: "02:00:00:00:01:02", passphrase: "secret42", user: "anna",
                    proof: "k7qm2vxd", network: "Home", allowsClearText: true, interface: "wlan1"))
        var secured = OnboardTerms(passphrase: try Passphrase("secret42"))
        #expect(OnboardForm(try Fixture.plug(.wpa3), secured).refusal == nil)
        secured.proof.secret = "k7qm2vxd"
        #expect(OnboardForm(try Fixture.plug(.wpa3), secured).refusal?.reason?.kind == .proofUnused)
    }

    /// Whoever knows the name can be a device of that name, over the other radio.
    @Test func refusesWhatDoesNotCheckWhatIsGiven() throws {
        let bulb = try Fixture.bulb("PROV_C049EF")
        var terms = OnboardTerms(proof: ProvisioningProof(secret: "k7qm2vxd"), allowsClearText: true)
        #expect(OnboardForm(bulb, terms).refusal?.reason?.kind == .proofUnused)
        terms = OnboardTerms(passphrase: try Passphrase("wled1234"), allowsClearText: true)
        #expect(OnboardForm(bulb, terms).refusal?.reason?.kind == .proofUnused)
        #expect(OnboardForm(bulb, OnboardTerms(allowsClearText: true)).refusal == nil)
    }

    @Test func showsTheAccessorysOwnNameOnlyIfItIsAnotherOne() throws {
        let plug = try Fixture.plug()
        var step = OnboardProgress(step: .identified, device: ReportedDevice(name: plug.name))
        #expect(step.text(of: plug.name) == nil)
        step.device?.model = "SNPL-00112EU"
        #expect(step.text(of: plug.name) == "'\(plug.name)' is SNPL-00112EU")
        step.device?.name = "Hall lamp"
        #expect(step.text(of: plug.name) == "'\(plug.name)' is Hall lamp, SNPL-00112EU")
    }

    @Test func showsWhatTheHomeNetworkHasMeanwhile() throws {
        let plug = try Fixture.plug()
        var step = OnboardProgress(step: .lookingForIt)
        #expect(step.text(of: plug.name) == "'\(plug.name)': looking for it on the home network")
        step.arrival = ReportedArrival(state: .likely, address: "192.168.1.23")
        #expect(step.text(of: plug.name) == "'\(plug.name)' may be at 192.168.1.23; waiting for its answer")
    }

    @Test func judgesByTheFamilyThatThePersonNames() throws {
        let form = OnboardForm(try Fixture.plug(), OnboardTerms(family: .espressif))
        #expect(form.open == [.proof])
        #expect(form.request.family == "espressif")
    }

    @Test func ordersWPA2AloneIfThePersonDoes() throws {
        #expect(
            OnboardForm(try Fixture.plug(), OnboardTerms(security: HomeNetwork.onlySecurity)).request.security == "wpa2"
        )
        #expect(OnboardForm(try Fixture.plug(), OnboardTerms()).request.security == nil)
    }

    @Test func triesWithoutAProofIfNobodyAnswers() throws {
        var form = OnboardForm(try Fixture.sensor(), OnboardTerms())
        try form.doWithoutAnswers()
        #expect(form.request.proof == nil)
        #expect(form.open == [])
    }

    /// The network in range shows how its label is to be read.
    @Test func takesThePassphraseThatGoesWithTheName() throws {
        var terms = OnboardTerms(family: .esphome)
        terms.add(try Label(parsing: "WIFI:T:WPA;R:1;S:Foo%3Bnet;P:my%3Apass1;;"))
        for (name, passphrase) in [("Foo;net", "my:pass1"), ("Foo%3Bnet", "my%3Apass1")] {
            let accessory = try Fixture.newcomer(name, .esphome, .wpa2, signal: 50, last: 3)
            #expect(OnboardForm(accessory, terms).request.passphrase == passphrase)
        }
    }

    @Test func showsNoSecretInItsTerms() throws {
        let terms = OnboardTerms(
            proof: ProvisioningProof(secret: "k7qm2vxd"), passphrase: try Passphrase("secret42"))
        #expect(!"\(terms)".contains("k7qm2vxd"))
        #expect(!"\(terms)".contains("secret42"))
        var read = OnboardTerms()
        read.add(try Label(parsing: "WIFI:S:A;P:geheim%377;;"))
        #expect(!"\(read)".contains("geheim") && read.passphrases.count == 1)
    }
}
