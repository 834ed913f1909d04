// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

/// The vectors are those of the Matter SDK's own examples.
struct MatterLabelTests {
    private func matter(_ text: String) throws -> MatterLabel {
        guard case .matter(let label) = try Label(parsing: text) else { throw LabelFault(.prefix, .wrong) }
        return label
    }

    @Test(arguments: [
        ("MT:Y.K9042C00KA0648G00", UInt16(0x8000), MatterLabel.Discovery.bluetooth),
        ("MT:-24J0AFN00KA0648G00", 0x8001, .network),
    ])
    func readsTheWholePayload(text: String, product: UInt16, discovery: MatterLabel.Discovery) throws {
        let label = try matter(text)
        #expect(label.vendor == 0xFFF1 && label.product == product && label.discovery == discovery)
        #expect(label.discriminator == .long(3840) && label.proof.secret == "20202021")
        #expect(try Label(parsing: text).reader == .matterController)
        #expect(try Label(parsing: text).names == .matter(vendor: 0xFFF1, product: product, discriminator: .long(3840)))
    }

    @Test func takesSmallLetters() throws {
        #expect(try matter("mt:y.k9042c00ka0648g00") == matter("MT:Y.K9042C00KA0648G00"))
    }

    @Test(arguments: ["34970112332", "3497-011-2332", "3497 011 2332\n"])
    func readsElevenDigits(text: String) throws {
        let label = try matter(text)
        #expect(label.vendor == nil && label.product == nil && label.discovery == nil)
        #expect(label.discriminator == .short(15) && label.proof.secret == "20202021")
    }

    @Test func readsTwentyOneDigits() throws {
        let label = try matter("7497-0112-3365-5213-2769-4")
        #expect(label.vendor == 0xFFF1 && label.product == 0x8001)
        #expect(label.discriminator == .short(15) && label.proof.secret == "20202021")
    }

    @Test func comparesDiscriminators() {
        #expect(MatterDiscriminator.long(3840).matches(3840) && !MatterDiscriminator.long(3840).matches(3841))
        #expect(MatterDiscriminator.short(15).matches(3841) && !MatterDiscriminator.short(15).matches(0x0F))
    }

    @Test(arguments: 0..<11)
    func noticesEveryWrongDigit(place: Int) {
        var digits = Array("34970112332".utf8)
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != Array("34970112332".utf8)[place] {
            digits[place] = digit
            let text = String(decoding: digits, as: UTF8.self)
            #expect(throws: LabelFault(.checkDigit, .wrong)) { try Label(parsing: text) }
        }
    }

    @Test func noticesExchangedDigits() {
        #expect(throws: LabelFault(.checkDigit, .wrong)) { try Label(parsing: "34790112332") }
    }

    @Test(arguments: [
        ("MT:", LabelPart.payload, LabelFault.Problem.wrong), ("MT:Y.K9042C00KA0648G0", .payload, .wrong),
        ("MT:Y.K9042C00KA064", .payload, .wrong), ("MT:Y.K9042C00KA0648G0_", .payload, .wrong),
        ("MT:Y.K9042C00KA0648G00*Y.K9042C00KA0648G00", .payload, .wrong), ("MT:.....42C00KA0648G00", .payload, .wrong),
        ("MT:0000000000000000000", .passcode, .wrong), ("MT:10000000000000000000000", .payload, .wrong),
        ("MT:1000000000000000000", .version, .unsupported), ("00000000005", .passcode, .wrong),
        ("80000000001", .discriminator, .wrong), ("06553600008", .passcode, .wrong), ("01638481913", .passcode, .wrong),
        ("44970112337", .vendor, .wrong), ("349701123365521327696", .vendor, .wrong),
        ("749701123399999327697", .vendor, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
