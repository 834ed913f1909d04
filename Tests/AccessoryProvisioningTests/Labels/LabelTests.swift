// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

struct LabelTests {
    @Test(arguments: [
        "WIFI:T:WPA;S:MyCam;P:hunter2hunter2;;", #"{"name":"A","transport":"ble","pop":"hunter2hunter2"}"#,
        "DPP:K:MA1odW50ZXIyaHVudGVy;;", "W01:S:QAE0;P:hunter2hunter2;C:ILCE-7;",
        "MT:Y.K9042C00KA0648G00", "34970112332", "X-HM://0071THAXQHSPN",
    ])
    func showsNoSecret(text: String) throws {
        let label = try Label(parsing: text)
        var dumped = ""
        dump(label, to: &dumped)
        let shown = "\(label) \(String(reflecting: label)) \(dumped)"
        for secret in ["hunter2", "MA1odW5", "20202021", "46637726"] { #expect(!shown.contains(secret)) }
    }

    @Test(arguments: ["hello", "4006381333931", "1234567", "http://192.168.4.1/", "ſſſ", "WIFI", "{", "٣٤٩٧٠١١٢"])
    func refusesAnotherText(text: String) {
        #expect(throws: LabelFault.self) { try Label(parsing: text) }
    }

    @Test(arguments: [
        "https://project-chip.github.io/connectedhomeip/qrcode.html?data=MT%3AY.K9042C00KA0648G00",
        "HTTP://maker.example/page?lang=en&data=MT:Y.K9042C00KA0648G00",
        "https://maker.example?data=MT%3aY.K9042C00KA0648G00&x=1",
    ])
    func readsTheLabelInAnyPagesAddress(text: String) throws {
        #expect(try Label(parsing: text) == Label(parsing: "MT:Y.K9042C00KA0648G00"))
    }

    @Test func readsAnyKindOfLabelInAPagesAddress() throws {
        let label = try Label(parsing: "https://maker.example/?data=WIFI%3AS%3AMyCam%3BT%3AWPA%3BP%3Asecret12%3B%3B")
        #expect(try label == Label(parsing: "WIFI:S:MyCam;T:WPA;P:secret12;;"))
    }

    @Test(arguments: [
        "https://maker.example/qrcode.html?", "https://maker.example/?info=MT:Y.K9042C00KA0648G00",
        "https://maker.example/?data=https://maker.example/?data=MT:Y.K9042C00KA0648G00",
        "ftp://maker.example/?data=MT:Y.K9042C00KA0648G00",
    ])
    func refusesAPageWithoutALabel(text: String) {
        #expect(throws: LabelFault(.prefix, .wrong)) { try Label(parsing: text) }
    }

    @Test func boundsTheText() throws {
        let padding = String(repeating: "x", count: Label.longest - 11)
        #expect(throws: Never.self) { try Label(parsing: "WIFI:S:a;X:\(padding)") }
        #expect(throws: LabelFault(.text, .wrong)) { try Label(parsing: "WIFI:S:a;X:\(padding)x") }
        #expect(throws: LabelFault(.text, .wrong)) { try Label(parsing: "\n") }
    }

    @Test(arguments: LabelPart.allCases)
    func aFaultNamesThePartAndTheCure(part: LabelPart) {
        let fault = LabelFault(part, .wrong).description
        #expect(fault.contains(part.rawValue) && fault.contains(": ") && fault.hasPrefix("the label's"))
        #expect(LabelFault(part, .missing).description != LabelFault(part, .repeated).description)
    }
}
