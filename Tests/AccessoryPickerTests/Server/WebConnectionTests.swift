// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

/// What a connection may cost: requests at a time, bytes that nobody reads, and places.
@Suite(.timeLimit(.minutes(5))) struct WebConnectionTests {
    /// Nobody takes memory with requests that are not read one by one.
    @Test func aSecondRequestBeforeTheAnswerIsNotAnswered() async throws {
        try await Site.run { site in
            let request = "GET /open HTTP/1.1\r\nHost: \(site.host)\r\n\r\n"
            let reply = try await Visit(site.port).ask(String(repeating: request, count: 1000))
            #expect(reply.text.split(separator: "HTTP/1.1 200").count < 2)
            #expect(try await site.get("/open").status == 200)
        }
    }

    @Test(arguments: ["POST / HTTP/1.1", "GET /open HTTP/1.1"]) func readsNoBodyThatNobodyAskedFor(
        request: String
    ) async throws {
        try await Site.run { site in
            let head = "\(request)\r\nHost: \(site.host)\r\nContent-Length: 1000000000\r\n\r\n"
            let taken = await Visit(site.port).pour(head, part: [UInt8](repeating: 0, count: 1 << 16), most: 2000)
            #expect(taken < 2000)
        }
    }

    /// NIO's decoder keeps what follows, for whoever speaks the other protocol. What is no request NIO answers by itself.
    @Test(arguments: [
        "GET /open HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket",
        "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c",
        "CONNECT localhost:80 HTTP/1.1", "GET / HTTP/2.0",
    ]) func readsNothingAfterARequestForAnotherProtocol(request: String) async throws {
        try await Site.run { site in
            let head = "\(request)\r\nHost: \(site.host)\r\n\r\n"
            let taken = await Visit(site.port).pour(head, part: [UInt8](repeating: 0, count: 1 << 16), most: 2000)
            #expect(taken < 2000)
        }
    }

    /// Browsers send it to other programs of this host.
    @Test func theCookieAloneEndsNoConnectionOfTheOwner() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let request = site.request("GET", "/events", browser, ["Host: \(site.host)"])
            try await Visit(site.port).listen(request) { chunks in
                var text = try #require(await chunks.next())
                let thief = "GET /texts HTTP/1.1\r\nHost: \(site.host)\r\nCookie: \(browser.cookie)\r\n\r\n"
                try await Visit.keep(ConnectionLimit.sessionLimit + 8, site.port, thief) {}
                site.page.change { $0.away = "gone for lunch" }
                while !text.contains("gone for lunch") { text += try #require(await chunks.next()) }
            }
        }
    }

    /// Each of them is answered, and then kept.
    @Test func seventyFiveKeptConnectionsLockNobodyOut() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let request = "GET /open HTTP/1.1\r\nHost: \(site.host)\r\n\r\n"
            try await Visit.keep(75, site.port, request) { () async throws in
                #expect(try await site.get("/", browser).status == 200)
                #expect(try await site.get("/open").status == 200)
            }
        }
    }

    @Test func rubbishEndsItsOwnConnectionOnly() async throws {
        try await Site.run { site in
            let much = [
                "GET", "\u{16}\u{3}\u{1}\u{2}", "GET / HTTP/9.9", "POST /open HTTP/1.1\r\nContent-Length: -1",
                "GET / HTTP/1.1\r\nno colon",
            ]
            for rubbish in much {
                _ = try await Visit(site.port).ask(rubbish + "\r\n\r\n")
            }
            _ = try await site.open()
        }
    }
}
