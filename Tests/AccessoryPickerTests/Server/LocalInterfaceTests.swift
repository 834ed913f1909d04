// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct LocalInterfaceTests {
    private let devices: [LocalInterface.Device] = [
        ("lo", "127.0.0.1"), ("lo", "::1"), ("eth0", "10.0.0.7"), ("wlan0", "192.168.1.5"), ("wlan0", "fd00::5"),
    ]

    @Test(arguments: [
        ("192.168.1.5:8080", "wlan0"), ("[fd00::5]:80", "wlan0"), ("10.0.0.7:1", "eth0"), ("127.0.0.1:80", "lo"),
        ("127.83.201.17:80", "lo"), ("127.0.0.2:80", "lo"),
        ("[::1]:80", "lo"),
    ]) func findsTheInterfaceOfAnAddress(local: String, interface: String) {
        #expect(LocalInterface.name(of: local, among: devices) == interface)
    }

    @Test(arguments: ["", "192.168.1.6:8080", "192.168.1.5", "[]:80", ":80"])
    func findsNoneForWhatNoInterfaceHas(local: String) {
        #expect(LocalInterface.name(of: local, among: devices) == nil)
    }

    @Test func knowsThisMachinesLoopback() {
        #expect(LocalInterface.name(of: "127.0.0.1:80") == "lo")
    }
}
