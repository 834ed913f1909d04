// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Testing

struct LabelTests {
    @Test(arguments: [
        "WIFI:T:WPA;S:MyCam;P:hunter2hunter2;;", #"{"name":"A","transport":"ble","pop":"hunter2hunter2"}"#,
        "DPP:K:MA1odW50ZXIyaHVudGVy;;",
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
