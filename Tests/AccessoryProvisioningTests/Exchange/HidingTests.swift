// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct HidingTests {
    @Test func requestsShowSizesAlone() {
        let request = HTTPRequest(.get, "/wi?s1=Home&p1=mysecurepassword", body: Array("mysecurepassword".utf8))
        let effects: [ProvisioningEffect] = [.request(request), .write(7, Array("mysecurepassword".utf8))]
        var text = "\(effects)\(request)"
        dump(effects, to: &text)
        #expect(text.contains("GET /wi?…, 16 bytes") && text.contains("write 16 bytes to 7"))
        #expect(!text.contains("mysecure") && !text.contains("109"))
    }

    @Test func machinesShowNoSecrets() throws {
        let credentials = try Credentials.home("Home", "mysecurepassword", pin: "73501")
        let machines: [any FamilyMachine] = [
            ShellyMachine(credentials, hotspot: nil), Shelly1Machine(credentials, hotspot: .open),
            ImprovMachine(credentials),
            ESPHomeMachine(credentials, hotspot: .open), WLEDMachine(credentials, hotspot: .wpa2),
            TasmotaMachine(credentials, hotspot: .open), GoProMachine(credentials),
            ThetaMachine(credentials, hotspot: .wpa2),
        ]
        var text = "\(machines)"
        dump(machines, to: &text)
        #expect(!text.contains("mysecure") && !text.contains("73501"))
    }
}
