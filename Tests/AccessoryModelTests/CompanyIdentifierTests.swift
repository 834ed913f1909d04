// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

struct CompanyIdentifierTests {
    @Test(
        arguments: [
            ("107", 0x6B), ("0x006B", 0x6B), ("0X006b", 0x6B), ("0x6B", 0x6B), ("0x1234", 0x1234), ("754", 0x02F2),
            ("65535", 0xFFFF), ("0", 0), ("04660", 0x1234), ("0x0", 0),
            // Both readings are the same number.
            ("0007", 7),
        ] as [(String, UInt16)])
    func readsDecimalAndMarkedHexadecimal(text: String, number: UInt16) throws {
        #expect(try CompanyIdentifier(text: text).number == number)
    }

    @Test(arguments: [
        (
            "1234",
            "has two meanings: write 0x1234 if its digits are hexadecimal, or 0x04D2 if they are decimal"
        ),
        (
            "0107",
            "has two meanings: write 0x0107 if its digits are hexadecimal, or 0x006B if they are decimal"
        ),
        ("02F2", "is hexadecimal; write 0x02F2"), ("6b", "is hexadecimal; write 0x006B"),
        ("ffff", "is hexadecimal; write 0xFFFF"),
    ])
    func namesTheReadingsOfDigitsWithoutTheirBase(text: String, reason: String) {
        let fault = #expect(throws: CompanyIdentifierFault.self) { try CompanyIdentifier(text: text) }
        #expect(fault?.description == reason)
    }

    @Test(arguments: [
        "", "0x", "0x00006B", "65536", "99999", "100000", "+107", "-1", "0x+6B", "0x-1", "GoPro", "0x6G", "1 2",
        "1F2F3", "\u{FF11}\u{FF12}\u{FF13}", "0x\u{FF11}",
    ])
    func refusesWhatIsNoIdentifier(text: String) {
        #expect(throws: CompanyIdentifierFault.malformed) { try CompanyIdentifier(text: text) }
    }

    @Test(arguments: [(0, "0x0000"), (0x6B, "0x006B"), (0xFFFF, "0xFFFF")] as [(UInt16, String)])
    func isWrittenAsItIsRead(number: UInt16, text: String) throws {
        #expect(CompanyIdentifier(number).description == text)
        #expect(try CompanyIdentifier(text: text).number == number)
    }
}
