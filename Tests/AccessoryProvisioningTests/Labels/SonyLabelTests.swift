// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct SonyLabelTests {
    @Test(arguments: [
        "W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001;", "w01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001\n",
        "W01: S:QAE0; C:ILCE-7; P:a1b2c3d4;", "W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:unknown;X:1;;",
    ])
    func readsTheHotspotOfACamera(text: String) throws {
        let label = try Label(parsing: text)
        let ssid = try SSID(text: "DIRECT-QAE0:ILCE-7")
        #expect(label.names == .networks([ssid]) && label.passphrase?.secret == "a1b2c3d4")
        #expect(label.passphrases(of: ssid).map(\.secret) == ["a1b2c3d4"])
        #expect(label.proof == ProvisioningProof() && label.family == nil && label.reader == .thisAgent)
    }

    /// Whoever owns the camera names it.
    @Test func readsANameOfTheOwnersChoice() throws {
        let label = try Label(parsing: "W01:S:ZrE1;P:c4dqykdw;C:Küche: 2;M:020000000001;")
        #expect(label.names == .networks([try SSID(text: "DIRECT-ZrE1:Küche: 2")]))
    }

    @Test(arguments: [
        ("W01:", LabelPart.ssid, LabelFault.Problem.missing), ("W01:P:a1b2c3d4;C:A;", .ssid, .missing),
        ("W01:S:QAE0;P:a1b2c3d4;", .name, .missing), ("W01:S:QAE0;C:A;", .passphrase, .missing),
        ("W01:S:QAE0;P:short;C:A;", .passphrase, .wrong), ("W01:S:A;S:B;P:a1b2c3d4;C:A;", .ssid, .repeated),
        ("W01:S:QAE0;P:a1b2c3d4;C:a name of more than twenty bytes;", .ssid, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
