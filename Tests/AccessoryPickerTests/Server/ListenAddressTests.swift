// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import accessory_picker

@Suite struct ListenAddressTests {
    /// The same numbers each time (Knuth's MMIX).
    private struct Numbers: RandomNumberGenerator {
        var value: UInt64 = 1

        mutating func next() -> UInt64 {
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return value
        }
    }

    /// What a browser keeps of an address is not the next picker's then.
    @Test func eachPickerHasAnAddressOfItsOwn() {
        var generator = Numbers()
        let addresses = (0..<100).map { _ in ListenAddress.untouched(using: &generator) }
        #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 0 } && Set(addresses.map(\.address)).count == 100)
        #expect(addresses.allSatisfy { ListenAddress(argument: $0.address) == $0 })
    }

    @Test func eachPickerAtAFixedPortHasANameOfItsOwn() throws {
        var generator = Numbers()
        let names = (0..<100).map { _ in HostName.untouched(using: &generator) }
        #expect(Set(names).count == 100 && names.allSatisfy { HostName.isName($0) && HostName.isLocal($0) })
        for (options, isNamed) in [
            ("--listen 127.0.0.1:8080", true), ("--listen [::1]:8080", true), ("--listen 127.0.0.1", false),
            ("--listen 127.0.0.1:8080 --name my.localhost", true), ("--listen 127.3.0.1", false),
        ] {
            let page = try PageOptions.parse(options.split(separator: " ").map(String.init))
            let place = try page.place(usual: .untouched(using: &generator), lasts: false)
            let link = try #require(place.links(Secret(), port: 8080).first)
            #expect(link.hasPrefix("http://picker-") == isNamed, "\(options): \(link)")
            let both = [place.address, place.twin].compactMap { $0?.address }
            #expect(!isNamed || Set(both) == ["127.0.0.1", "::1"], "a browser looks for the name at both")
        }
        let nameless = try PageOptions.parse(["--listen", "127.3.0.1:8080"])
        #expect(throws: NamelessAddress.self) {
            try nameless.place(usual: .untouched(using: &generator), lasts: false)
        }
    }

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
        #expect(ListenAddress(address: "127.0.0.1", port: 0).isLoopback)
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
