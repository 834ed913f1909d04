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

    @Test(arguments: [
        ("X-HM://", LabelPart.payload, LabelFault.Problem.wrong), ("X-HM://0071THAXQHSP", .payload, .wrong),
        ("X-HM://0071THAX!HSPN", .payload, .wrong), ("X-HM://ZZZZZZZZZHSPN", .payload, .wrong),
        ("X-HM://0071THAXQHSpN", .setupIdentifier, .wrong), ("X-HM://KKKKKKKKKHSPN", .version, .unsupported),
        ("X-HM://000000000HSPN", .setupCode, .wrong), ("111-11-111", .setupCode, .wrong),
        ("123-45-678", .setupCode, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
