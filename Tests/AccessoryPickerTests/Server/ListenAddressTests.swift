// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", 0), ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:80", "0.0.0.0", 80),
        ("[::1]:8080", "::1", 8080), ("[::]", "::", 0), ("::1", "::1", 0),
    ]) func readsAddressAndPort(text: String, address: String, port: Int) {
        let read = ListenAddress(argument: text)
        #expect(read?.address == address)
        #expect(read?.port == port)
    }

    @Test(arguments: [
        "", ":8080", "localhost", "localhost:80", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "127.0.0.1:x", "[::1", "[127.0.0.1]:80", "[::1]8080", "300.0.0.1", "1.2.3", "[]:1",
    ]) func refusesWhatIsNoAddress(text: String) {
        #expect(ListenAddress(argument: text) == nil)
    }

    @Test func knowsWhoCanReachIt() {
        #expect(ListenAddress.usual.isLoopback)
        #expect(ListenAddress(argument: "::1")?.isLoopback == true)
        #expect(ListenAddress(argument: "192.168.1.5")?.isLoopback == false)
        #expect(ListenAddress(argument: "[::]:80")?.isAny == true)
        #expect(ListenAddress(argument: "192.168.1.5")?.isAny == false)
    }

    @Test func isWrittenAsABrowserWritesIt() {
        #expect(ListenAddress.text("127.0.0.1", port: 80) == "127.0.0.1:80")
        #expect(ListenAddress.text("::1", port: 80) == "[::1]:80")
        #expect(ListenAddress.text("::ffff:192.168.1.5", port: 80) == "192.168.1.5:80")
    }
}
