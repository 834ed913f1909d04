// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

@Suite struct PageHostTests {
    @Test(
        arguments: [
            ("http://192.168.1.20/", "192.168.1.20", nil),
            ("https://192.168.1.20:8080?x#y", "192.168.1.20", nil),
            ("http://[2001:db8::1]:80/", "2001:db8::1", nil),
            // Nobody but the accessory knows the interface.
            ("http://[fe80::1]/", nil, nil),
            ("http://Hall-Plug.local/page", nil, "hall-plug"),
            ("http://a.b.local", nil, "a.b"),
            ("http://.local/", nil, nil),
            ("http://local/", nil, nil),
            ("http://plug.local.example/", nil, nil),
            ("http://192.168.1.20\\.local/", "192.168.1.20", nil),
            ("http:///", nil, nil),
            ("http://[", nil, nil),
        ] as [(String, String?, String?)])
    func readsTheHostOfAPage(page: String, address: String?, localName: String?) throws {
        let host = try #require(PageHost(of: page))
        #expect(host.address == address && host.localName == localName)
    }

    @Test(arguments: ["http://192.168.1.20@example.org/", "http://plug.local@example.org", "plug.local", "", "://@"])
    func takesNoPageOfAnotherMachine(page: String) {
        #expect(PageHost(of: page) == nil)
    }
}
