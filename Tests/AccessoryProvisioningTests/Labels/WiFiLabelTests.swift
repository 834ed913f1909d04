// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct WiFiLabelTests {
    private func wifi(_ text: String) throws -> WiFiLabel {
        guard case .wifi(let label) = try Label(parsing: text) else { throw LabelFault(.prefix, .wrong) }
        return label
    }

    private func ssids(_ names: String...) throws -> [SSID] { try names.map { try SSID(Array($0.utf8)) } }

    @Test(arguments: [
        "WIFI:T:WPA;S:MyCam;P:secret12;;", "WIFI:P:secret12;S:MyCam;T:WPA2;;", "wifi:S:MyCam;P:secret12;;\r\n",
        "WIFI:T:WPA;S:MyCam;P:secret12;H:;", "WIFI:T:WPA;S:MyCam;P:secret12", "WIFI:S:\"MyCam\";T:wpa;P:\"secret12\";;",
        "WIFI:T:WPA/WPA2;R:1;S:My\\Cam;P:secret12;K:abc;H:false;;",
    ])
    func readsAnOrdinaryLabel(text: String) throws {
        let label = try wifi(text)
        #expect(label.ssids == (try ssids("MyCam")))
        #expect(label.passphrase?.secret == "secret12" && label.security == .wpa2 && !label.isHidden)
    }

    @Test func namesTheNetworkAndAsksForNoProof() throws {
        let label = try Label(parsing: "WIFI:T:SAE;S:MyCam;P:secret12;H:true;;")
        #expect(label.names == .networks(try ssids("MyCam")))
        #expect(label.passphrase?.secret == "secret12" && label.proof == ProvisioningProof())
        #expect(label.reader == .thisAgent)
        #expect(try wifi("WIFI:T:SAE;S:MyCam;P:secret12;H:true;;").isHidden)
    }

    @Test func takesEveryEscapedCharacterAsItself() throws {
        let label = try wifi(#"WIFI:S:a\;b\,c\:d\"e\\f;T:WPA;P:\;\:\\\"1234;;"#)
        #expect(label.ssids == (try ssids(#"a;b,c:d"e\f"#)))
        #expect(label.passphrase?.secret == #";:\"1234"#)
    }

    @Test func keepsColonsAndQuotationMarksInside() throws {
        let label = try wifi(#"WIFI:S:a:b"c;T:WPA;P:"12345678;;"#)
        #expect(label.ssids == (try ssids(#"a:b"c"#)))
        #expect(label.passphrase?.secret == "\"12345678")
        #expect(try wifi(#"WIFI:S:"a\";;"#).ssids == ssids("\"a\""), "an escaped mark closes nothing")
    }

    @Test func readsHexadecimalDigitsBothWays() throws {
        #expect(try wifi("WIFI:S:4d79;;").ssids == ssids("4d79", "My"))
        #expect(try wifi("WIFI:S:\"4d79\";;").ssids == ssids("4d79"))
        #expect(try wifi("WIFI:S:4d7;;").ssids == ssids("4d7"))
        let digits = String(repeating: "41", count: 32)
        #expect(try wifi("WIFI:S:\(digits);;").ssids == ssids(String(repeating: "A", count: 32)))
    }

    @Test func takesARawKey() throws {
        let key = String(repeating: "0f", count: 32)
        #expect(try wifi("WIFI:S:MyCam;T:WPA;P:\(key);;").passphrase?.secret == key)
    }

    @Test(arguments: ["WIFI:S:MyCam;;", "WIFI:T:nopass;S:MyCam;P:;;", "WIFI:T:NOPASS;S:MyCam;P:left-over;;"])
    func readsAnOpenNetwork(text: String) throws {
        let label = try wifi(text)
        #expect(label.security == .open && label.passphrase == nil)
    }

    @Test func namesWEPWithoutAPassphrase() throws {
        let label = try wifi("WIFI:T:WEP;S:Old;P:abcde;;")
        #expect(label.security == .wep && label.passphrase == nil)
    }

    @Test(arguments: [
        ("WIFI:T:WPA;P:secret12;;", LabelPart.ssid, LabelFault.Problem.missing), ("WIFI:", .ssid, .missing),
        ("WIFI:S:;;", .ssid, .wrong), ("WIFI:S:a;S:b;;", .ssid, .repeated),
        ("WIFI:S:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaz;;", .ssid, .wrong), ("WIFI:S:a;T:WPA;;", .passphrase, .missing),
        ("WIFI:S:a;T:WPA;P:short;;", .passphrase, .wrong), ("WIFI:S:a;T:WPA;P:sécret12;;", .passphrase, .wrong),
        ("WIFI:S:a;T:WAPI;P:secret12;;", .security, .wrong), ("WIFI:S:a;T:WPA2-EAP;;", .security, .unsupported),
        ("WIFI:S:a;H:perhaps;;", .hidden, .wrong),
        ("WIFI:S:a;T:SAE;P:secret12;I:me;;", .passwordIdentifier, .unsupported),
        ("WIFI:S:a;secret12;;", .field, .wrong), ("WIFI:S:a\\", .field, .wrong), ("WIFI:S:a;:b;;", .field, .wrong),
        ("WIFI:S:a;;T:WPA;P:secret12;;", .end, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
