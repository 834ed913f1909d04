// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

struct HomeKitLabelTests {
    private func homeKit(_ text: String) throws -> HomeKitLabel {
        guard case .homeKit(let label) = try Label(parsing: text) else { throw LabelFault(.prefix, .wrong) }
        return label
    }

    @Test func readsTheWholePayload() throws {
        let label = try homeKit("X-HM://0071THAXQHSPN")
        #expect(label.category == 7 && label.links == .network && label.setupIdentifier == "HSPN")
        #expect(label.proof.secret == "46637726")
    }

    @Test(arguments: ["466-37-726", "4663-7726", "46637726"])
    func readsTheSetupCode(text: String) throws {
        let label = try homeKit(text)
        #expect(label.proof.secret == "46637726" && label.category == nil && label.setupIdentifier == nil)
        #expect(try Label(parsing: text).reader == .appleDevice && Label(parsing: text).names == .nothing)
    }

    /// Labels of accessories without Bluetooth have nine characters.
    @Test func readsAPayloadWithoutASetupID() throws {
        let label = try homeKit("x-hm://0071THAXQ")
        #expect(label.category == 7 && label.links == .network && label.setupIdentifier == nil)
        #expect(label.proof.secret == "46637726")
        #expect(try Label(parsing: "x-hm://0086412S4").reader == .appleDevice)
    }

    /// Whatever is wrong with it, an Apple device adds the accessory.
    @Test(arguments: [
        "X-HM://0071THAXQHSP", "X-HM://0071THAX!", "X-HM://ZZZZZZZZZ", "X-HM://KKKKKKKKK", "X-HM://1",
        "X-HM://000000000",
    ])
    func thePrefixAloneShowsWhatAddsIt(text: String) throws {
        let label = try homeKit(text)
        #expect(label.setupIdentifier == nil && label.proof == ProvisioningProof())
        #expect(try Label(parsing: text).reader == .appleDevice)
    }

    @Test func keepsTheSetupIDOfADamagedPayload() throws {
        let label = try homeKit("X-HM://0071THAX!hspn")
        #expect(label.setupIdentifier == "HSPN" && label.category == nil)
        #expect(try homeKit("X-HM://0071THAXQHS!N").setupIdentifier == nil)
    }

    @Test(arguments: [
        ("X-HM://", LabelPart.payload, LabelFault.Problem.missing), ("111-11-111", .setupCode, .wrong),
        ("123-45-678", .setupCode, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
