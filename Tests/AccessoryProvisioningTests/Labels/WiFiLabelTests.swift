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

    @Test func readsPercentEncodingBothWays() throws {
        let label = try wifi("WIFI:T:WPA;R:1;S:Foo%3Bnet;P:my%3Apass1;;")
        #expect(label.ssids == (try ssids("Foo;net", "Foo%3Bnet")))
        let (decoded, literal) = (try SSID(text: "Foo;net"), try SSID(text: "Foo%3Bnet"))
        #expect(label.passphrases(of: decoded).map(\.secret) == ["my:pass1"])
        #expect(label.passphrases(of: literal).map(\.secret) == ["my%3Apass1"])
        #expect(try label.passphrases(of: SSID(text: "Bar")).isEmpty)
        #expect(try wifi("WIFI:S:Foo%3Bnet;;").ssids == ssids("Foo%3Bnet", "Foo;net"))
        #expect(try wifi("WIFI:S:\"Foo%3Bnet\";;").ssids == ssids("Foo%3Bnet"))
        #expect(try wifi("WIFI:S:100%;;").ssids == ssids("100%"))
    }

    /// The form that the label has otherwise decides which passphrase is tried first.
    @Test(arguments: [
        ("WIFI:T:WPA;S:MyCam;P:100%25less;;", ["100%25less", "100%less"]),
        ("WIFI:T:SAE;S:MyCam;P:100%25less;;", ["100%less", "100%25less"]),
        ("WIFI:T:WPA;K:abc;S:MyCam;P:100%25less;;", ["100%less", "100%25less"]),
        ("WIFI:T:WPA;S:MyCam;P:%61%62%63;;", ["%61%62%63"]), ("WIFI:T:WPA;S:MyCam;P:\"50%2Coff\";;", ["50%2Coff"]),
    ])
    func hasTheLikelierPassphraseFirst(text: String, expected: [String]) throws {
        let label = try wifi(text)
        #expect(label.ssids == (try ssids("MyCam")))
        #expect(label.passphrase?.secret == expected.first)
        #expect(try label.passphrases(of: SSID(text: "MyCam")).map(\.secret) == expected)
    }

    @Test(arguments: [
        "WIFI: T:WPA; S:MyCam; P:secret12; ;", " WIFI:T: WPA ;\tS:MyCam;P:secret12;;  \n",
        "WIFI:T :WPA;S :MyCam;P :secret12;",
    ])
    func leavesOutBlanksBetweenFields(text: String) throws {
        let label = try wifi(text)
        #expect(label.ssids == (try ssids("MyCam")))
        #expect(label.passphrase?.secret == "secret12" && label.security == .wpa2)
    }

    @Test func readsBlanksAroundAValueBothWays() throws {
        let label = try wifi("WIFI:T:WPA;S: MyCam ;P: secret12;;")
        #expect(label.ssids == (try ssids(" MyCam ", "MyCam")))
        #expect(try label.passphrases(of: SSID(text: "MyCam")).map(\.secret) == ["secret12"])
        #expect(try label.passphrases(of: SSID(Array(" MyCam ".utf8))).map(\.secret) == [" secret12"])
        #expect(try wifi("WIFI:T:WPA;S:\" a\";P: 1234567;;").passphrase?.secret == " 1234567")
    }

    @Test func takesARawKey() throws {
        let key = String(repeating: "0f", count: 32)
        #expect(try wifi("WIFI:S:MyCam;T:WPA;P:\(key);;").passphrase?.secret == key)
    }

    @Test(arguments: ["WIFI:S:MyCam;;", "WIFI:T:nopass;S:MyCam;P:;;", "WIFI:T:NOPASS;S:MyCam;P:none;;"])
    func readsAnOpenNetwork(text: String) throws {
        let label = try wifi(text)
        #expect(label.security == .open && label.passphrase == nil)
    }

    @Test(arguments: ["none", "None", "NONE", "open", " nopass ", "", "unheard-of"])
    func readsEverySpellingOfNoSecurity(type: String) throws {
        let label = try wifi("WIFI:S:Plain Fallback Hotspot;T:\(type);P:;;")
        #expect(label.security == .open && label.passphrase == nil)
    }

    @Test(arguments: [
        ("WPA2/WPA3", Security.wpa2wpa3), ("WPA/WPA2/WPA3", .wpa2wpa3), ("WPA2-PSK", .wpa2), ("WPA3-SAE", .wpa3),
        ("WPA2+WPA3", .wpa2wpa3), ("WAPI", .wpa2), ("psk2", .wpa2), (" wpa ", .wpa2),
    ])
    func anUnknownSecurityWithAPassphraseStopsNothing(type: String, security: Security) throws {
        let label = try wifi("WIFI:S:Plain Fallback Hotspot;T:\(type);P:secret12;;")
        #expect(label.security == security && label.passphrase?.secret == "secret12")
    }

    /// Old labels have an EAP method there.
    @Test(arguments: ["perhaps", "MSCHAPV2", "no", " FALSE"])
    func aWordThatIsNotTrueHidesNoNetwork(word: String) throws {
        #expect(try !wifi("WIFI:S:MyCam;H:\(word);;").isHidden)
    }

    /// An open network with the name of one that has a passphrase is another network.
    @Test(arguments: ["WEP", "nopass", "None", "open", "wep", "unheard-of"])
    func aPassphraseIsOneWhateverTheLabelCallsIt(type: String) throws {
        let label = try wifi("WIFI:T:\(type);S:MyCam;P:left-over;;")
        #expect(label.security == .wpa2 && label.passphrase?.secret == "left-over")
    }

    @Test(arguments: [
        ("WIFI:T:WPA;P:secret12;;", LabelPart.ssid, LabelFault.Problem.missing), ("WIFI:", .ssid, .missing),
        ("WIFI:S:;;", .ssid, .wrong), ("WIFI:S:a;S:b;;", .ssid, .repeated),
        ("WIFI:S:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaz;;", .ssid, .wrong), ("WIFI:S:a;T:WPA;;", .passphrase, .missing),
        ("WIFI:S:a;T:WPA;P:short;;", .passphrase, .wrong), ("WIFI:S:a;T:WPA;P:sécret12;;", .passphrase, .wrong),
        ("WIFI:S:a;T:WPA2-EAP;;", .security, .unsupported), ("WIFI:S:a;T:WEP;P:abcde;;", .security, .unsupported),
        ("WIFI:S:a;T:WEP;;", .security, .unsupported), ("WIFI:S:a;H:true;H:;;", .hidden, .repeated),
        ("WIFI:S:a;T:SAE;P:secret12;I:me;;", .passwordIdentifier, .unsupported),
        ("WIFI:S:a;secret12;;", .field, .wrong), ("WIFI:S:a\\", .field, .wrong), ("WIFI:S:a;:b;;", .field, .wrong),
        ("WIFI:S:a;;T:WPA;P:secret12;;", .end, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }
}
