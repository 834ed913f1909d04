// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

struct DescriptorFieldsTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        var json: String
        var field: String
        var testDescription: String { json }

        init(_ json: String, _ field: String) {
            self.json = json
            self.field = field
        }
    }

    private func fields(_ json: String) throws -> DescriptorFields {
        try JSONDecoder().decode(DescriptorFields.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        Wrong(#"{}"#, "ssid"),
        Wrong(#"{"ssid":""}"#, "ssid"),
        Wrong(#"{"ssid":"123456789012345678901234567890123"}"#, "ssid"),
        Wrong(#"{"ssid":"a\\q"}"#, "ssid"),
        Wrong(#"{"ssidPrefix":""}"#, "ssidPrefix"),
        Wrong(#"{"ssid":"CAM-1","ssidPrefix":"CAM"}"#, "ssidPrefix"),
        Wrong(#"{"bluetoothNameSubstring":"CAM"}"#, "bluetoothServiceUUID"),
        Wrong(#"{"ssid":"CAM-1","bluetoothNameSubstring":"CAM"}"#, "bluetoothServiceUUID"),
        Wrong(#"{"bluetoothServiceUUID":"180"}"#, "bluetoothServiceUUID"),
        Wrong(#"{"bluetoothServiceUUID":"180D","bluetoothNameSubstring":""}"#, "bluetoothNameSubstring"),
        Wrong(#"{"bluetoothCompanyIdentifier":65536}"#, "bluetoothCompanyIdentifier"),
        Wrong(#"{"bluetoothCompanyIdentifier":-1}"#, "bluetoothCompanyIdentifier"),
    ])
    func namesTheFieldThatIsWrong(wrong: Wrong) throws {
        let fields = try fields(wrong.json)
        let error = #expect(throws: AccessoryError.self) { try fields.descriptor(at: "items[2].descriptor") }
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "items[2].descriptor.\(wrong.field)")
        #expect(error?.message.isEmpty == false)
    }

    @Test func readsWhatIsRightAndWritesItBack() throws {
        let name = try fields(#"{"ssid":"CAM \\xff"}"#)
        #expect(try name.descriptor(at: "d").wifi == .exact(SSID(Array("CAM ".utf8) + [0xFF])))
        let prefix = try fields(#"{"ssidPrefix":"CAM-"}"#)
        #expect(try prefix.descriptor(at: "d").wifi == .prefix(SSID(text: "CAM-")))
        let both = try fields(#"{"ssid":"CAM-1","bluetoothServiceUUID":"180d","bluetoothCompanyIdentifier":0}"#)
        let descriptor = try both.descriptor(at: "d")
        #expect(descriptor.bluetooth?.service == BluetoothUUID("180D"))
        #expect(descriptor.bluetooth?.companyIdentifier == 0)
        for fields in [name, prefix] { #expect(try DescriptorFields(fields.descriptor(at: "d")) == fields) }
        #expect(try DescriptorFields(descriptor).descriptor(at: "d") == descriptor)
    }

    @Test func refusesAPassphraseWithoutRepeatingIt() {
        let error = #expect(throws: AccessoryError.self) {
            try DescriptorFields.passphrase("s3cret", field: "items[0].passphrase")
        }
        #expect(error?.field == "items[0].passphrase")
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("s3cret") } == false)
    }

    @Test func refusesAnSSIDWithItsField() {
        let error = #expect(throws: AccessoryError.self) {
            try DescriptorFields.ssid(String(repeating: "x", count: 33), field: "ssid")
        }
        #expect(error == AccessoryError(.invalidRequest, "ssid: \(SSIDFault.tooLong(33))", field: "ssid"))
    }
}
