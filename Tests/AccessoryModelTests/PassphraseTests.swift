// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

struct PassphraseTests {
    @Test(arguments: 0...70)
    func takesEightToSixtyThreeCharacters(count: Int) throws {
        let text = String(repeating: "x", count: count)
        if (8...63).contains(count) {
            #expect(try Passphrase(text).secret == text)
        } else {
            #expect(throws: PassphraseFault.length(count)) { try Passphrase(text) }
        }
    }

    @Test func takesARawKeyOfSixtyFourHexadecimalDigits() throws {
        let key = String(repeating: "0123456789abcDEF", count: 4)
        #expect(try Passphrase(key).secret == key)
        #expect(throws: PassphraseFault.length(64)) { try Passphrase(key.dropLast() + "g") }
        #expect(throws: PassphraseFault.length(65)) { try Passphrase(key + "0") }
    }

    @Test func takesPrintableASCIIOnly() throws {
        for byte in UInt8.min...0x7F {
            let text = "passphrase" + String(UnicodeScalar(byte))
            if (0x20...0x7E).contains(byte) {
                #expect(try Passphrase(text).secret == text)
            } else {
                #expect(throws: PassphraseFault.notPrintable) { try Passphrase(text) }
            }
        }
        #expect(throws: PassphraseFault.notPrintable) { try Passphrase("pässphrase") }
        #expect(throws: PassphraseFault.notPrintable) { try Passphrase("passphrase😀") }
        #expect(throws: PassphraseFault.notPrintable) { try Passphrase("pass\r\nphrase") }
    }

    private func showings<Value>(of value: Value) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        let mirrored = Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value)" }.joined()
        return [
            "\(value)", String(describing: value), String(reflecting: value), dumped, mirrored, "\([value])",
            String(reflecting: [value]), "\(Optional(value) as Any)", String(reflecting: Optional(value)),
            "\(["key": value])", String(reflecting: (1, value)),
        ]
    }

    @Test func showsItselfToNobody() throws {
        let passphrase = try Passphrase("open sesame")
        for showing in showings(of: passphrase) { #expect(!showing.contains("sesame"), "\(showing)") }
        #expect("\(passphrase)" == "<hidden>")
        #expect(String(reflecting: passphrase) == "<hidden>")
        #expect(Mirror(reflecting: passphrase).children.isEmpty)
    }

    @Test func showsItselfToNobodyInsideAJoinRequest() throws {
        let ssid = try SSID(text: "CAM-1")
        let network = WiFiNetwork(
            ssid: ssid, bssid: try #require(MACAddress("02:00:00:00:01:00")), frequency: 2412, signal: 50,
            security: .wpa2, interface: "wlan0")
        let request = JoinRequest(
            ssid: ssid, network: network, passphrase: try Passphrase("open sesame"), isHidden: false,
            addressing: .ipv4, profile: "uuid")
        for showing in showings(of: request) { #expect(!showing.contains("sesame"), "\(showing)") }
        #expect("\(request)".contains("CAM-1"))
        #expect("\(request)".contains("<hidden>"))
    }

    @Test func showsItselfToNobodyInsideTheUplinksCredentials() throws {
        let credentials = UplinkCredentials(
            ssid: try SSID(text: "HomeNet"), security: .wpa2, passphrase: try Passphrase("open sesame"))
        for showing in showings(of: credentials) { #expect(!showing.contains("sesame"), "\(showing)") }
        #expect("\(credentials)".contains("HomeNet") && "\(credentials)".contains("<hidden>"))
    }

    @Test func keepsARefusedOneOutOfEveryError() {
        for text in ["sesame", String(repeating: "sesame", count: 20), "sesame\u{7}\u{7}\u{7}"] {
            let fault = #expect(throws: PassphraseFault.self) { try Passphrase(text) }
            for showing in showings(of: fault) { #expect(!showing.contains("sesame")) }
            let json = #"["\#(text.replacing("\u{7}", with: #"\u0007"#))"]"#
            let error = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([Passphrase].self, from: Data(json.utf8))
            }
            for showing in showings(of: error) { #expect(!showing.contains("sesame"), "\(showing)") }
        }
    }
}
