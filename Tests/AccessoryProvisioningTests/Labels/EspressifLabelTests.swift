// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct EspressifLabelTests {
    private static let example =
        #"{"ver":"v1","name":"PROV_01B1E8","username":"wifiprov","pop":"abcd1234","#
        + #""transport":"softap","network":"wifi"}"#

    @Test(arguments: [
        example, "\(example)\n", "https://espressif.github.io/esp-jumpstart/qrcode.html?data=\(example)",
        "https://espressif.github.io/esp-jumpstart/qrcode.html?lang=en&data="
            + "%7B%22ver%22%3A%22v1%22%2C%22name%22%3A%22PROV_01B1E8%22%2C%22username%22%3A%22wifiprov%22%2C"
            + "%22pop%22%3A%22abcd1234%22%2C%22transport%22%3A%22softap%22%2C%22network%22%3A%22wifi%22%7d",
    ])
    func readsEspressifsExample(text: String) throws {
        let label = try Label(parsing: text)
        #expect(label.names == .networks([try SSID(text: "PROV_01B1E8")]))
        #expect(label.proof == ProvisioningProof(user: "wifiprov", secret: "abcd1234"))
        #expect(label.passphrase == nil && label.reader == .thisAgent)
    }

    @Test func readsABluetoothName() throws {
        let label = try Label(parsing: #"{"name":"Lampe \u00fc \ud83d\ude00","transport":"ble"}"#)
        #expect(label.names == .bluetooth("Lampe ü 😀") && label.proof == ProvisioningProof())
    }

    @Test(arguments: ["BLE", "Ble"])
    func takesItsWordsInAnyCase(transport: String) throws {
        let label = try Label(parsing: #"{"ver":"V1","name":"Lamp","transport":"\#(transport)","network":"WiFi"}"#)
        #expect(label.names == .bluetooth("Lamp"))
    }

    @Test func readsTheHotspotsPassphrase() throws {
        let label = try Label(parsing: #"{"name":"A","transport":"softap","password":"my\"phrase","security":2}"#)
        #expect(label.passphrase?.secret == "my\"phrase")
    }

    @Test(arguments: [
        (#"{"transport":"ble"}"#, LabelPart.name, LabelFault.Problem.missing),
        (#"{"name":"","transport":"ble"}"#, .name, .wrong),
        (#"{"name":"123456789012345678901234567890123","transport":"softap"}"#, .name, .wrong),
        (#"{"name":"A"}"#, .transport, .missing), (#"{"name":"A","transport":"usb"}"#, .transport, .wrong),
        (#"{"ver":"v2","name":"A","transport":"ble"}"#, .version, .unsupported),
        (#"{"name":"A","transport":"ble","network":"thread"}"#, .network, .unsupported),
        (#"{"name":"A","transport":"softap","password":"short"}"#, .hotspotPassphrase, .wrong),
        (#"{"name":"A","transport":"ble","username":""}"#, .userName, .wrong),
        (#"{"name":"A","transport":"ble","name":"B"}"#, .json, .wrong), (#"{"name":"A""#, .json, .wrong),
        (#"{"name":"\q1"}"#, .json, .wrong), (#"{"a":[]}"#, .name, .missing),
        (#"{"a":nul}"#, .json, .wrong), (#"{"a":0x1}"#, .json, .wrong), (#"{"a":1,}"#, .json, .wrong),
        (#"{} {}"#, .json, .wrong),
        ("https://espressif.github.io/esp-jumpstart/qrcode.html?data=%7", .percentEncoding, .wrong),
        ("https://espressif.github.io/esp-jumpstart/qrcode.html?data=%ff", .percentEncoding, .wrong),
        ("https://example.org/?data={}", .name, .missing),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }

    @Test func boundsTheProof() throws {
        let proof = String(repeating: "p", count: 128)
        #expect(try Label(parsing: #"{"name":"A","transport":"ble","pop":"\#(proof)"}"#).proof.secret == proof)
        #expect(throws: LabelFault(.proofOfPossession, .wrong)) {
            try Label(parsing: #"{"name":"A","transport":"ble","pop":"\#(proof)p"}"#)
        }
    }
}
