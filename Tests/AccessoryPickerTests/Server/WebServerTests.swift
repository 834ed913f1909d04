// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import NIOCore
import Synchronization
import Testing

@testable import accessory_picker

/// Real requests to the server, over real connections.
@Suite(.timeLimit(.minutes(5))) struct WebServerTests {
    @Test func opensTheLinkOnceForOneBrowser() async throws {
        try await Site.run { site in
            let token = try #require(site.responder.link).text
            let browser = try await site.open()
            #expect(try await site.get("/", browser).status == 200)
            let replay = try await site.post("/open", #"{"token": "\#(token)"}"#)
            #expect(replay.status == 403)
            #expect(replay.body.contains("used"))
            #expect(replay.header("set-cookie") == nil)
            let wrong = try await site.post("/open", #"{"token": "AAAAAAAAAAAAAAAAAAAAAAAA"}"#)
            #expect(wrong.status == 403)
            #expect(wrong.body.contains("unknown"))
        }
    }

    @Test func theCookieIsForThisServerAlone() async throws {
        try await Site.run { site in
            let token = try #require(site.responder.link).text
            let reply = try await site.post("/open", #"{"token": "\#(token)"}"#)
            let cookie = try #require(reply.header("set-cookie"))
            #expect(cookie.hasPrefix("accessory-picker-\(site.port)="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        }
    }

    @Test func withoutACookieNothingIsShown() async throws {
        try await Site.run { site in
            let paths = [
                "/main.js", "/texts", "/events", "/image?of=image:1", "/nothing", "/choose", "//", "/../open",
            ]
            for path in paths {
                let reply = try await site.get(path)
                #expect(reply.status == 403, "\(path)")
                #expect(reply.body.utf8.count < 100)
                #expect(reply.header("connection") == "close")
            }
        }
    }

    @Test func aBrowserWithoutASessionGetsAPageThatSaysSo() async throws {
        try await Site.run { site in
            let reply = try await site.get("/", nil, ["Accept-Language: de"])
            #expect(reply.status == 403)
            #expect(reply.body.contains("gesperrt") && reply.body.contains("Eingabetaste"))
            #expect(!reply.body.contains("main.js"))
            #expect(reply.header("connection") == "close")
            #expect(reply.header("x-frame-options") == "DENY")
        }
    }

    @Test func aSecondTabOfTheSameBrowserKeepsThePageOfTheFirst() async throws {
        try await Site.run { site in
            let first = try await site.open()
            let link = site.responder.makeLink()
            let request = site.request("GET", "/events", first, ["Host: \(site.host)"])
            try await Visit(site.port).listen(request) { chunks in
                _ = await chunks.next()
                let headers = ["Host: \(site.host)", "Origin: http://\(site.host)", "Content-Type: application/json"]
                let body = #"{"token": "\#(link.text)"}"#
                let length = ["Content-Length: \(body.utf8.count)"]
                let second = try await Visit(site.port).ask(
                    site.request("POST", "/open", first, headers + length) + body)
                #expect(second.status == 200 && second.body.contains(first.key))
                site.page.change { $0.away = "still here" }
                var text = ""
                while !text.contains("still here") { text += try #require(await chunks.next()) }
            }
        }
    }

    @Test func aSecondBrowserIsRefused() async throws {
        try await Site.run { site in
            _ = try await site.open()
            #expect(try await site.get("/").status == 403)
            let guess = Site.Browser(cookie: "accessory-picker-\(site.port)=guess", key: "")
            #expect(try await site.get("/", guess).status == 403)
        }
    }

    @Test func anotherNameForThisAddressOpensNothing() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            #expect(try await site.get("/", browser, host: "evil.example:\(site.port)").status == 403)
            #expect(try await site.get("/open", host: "localhost:\(site.port)").status == 403)
            let second = ["Host: evil.example:\(site.port)"]
            #expect(try await site.get("/", browser, second).status == 403)
        }
    }

    @Test func anotherSiteCannotGiveOrders() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            #expect(try await site.post("/close", "{}", browser, origin: "http://evil.example").status == 403)
            #expect(try await site.post("/close", "{}", browser).status == 204)
            let onlyCookie = Site.Browser(cookie: browser.cookie, key: "")
            #expect(try await site.post("/close", "{}", onlyCookie).status == 403)
            #expect(try await site.get("/events", browser, ["Sec-Fetch-Site: cross-site"]).status == 403)
        }
    }

    @Test(arguments: ["/open", "/style.css", "/", "/main.js", "/texts", "/nothing", "/image?of=x"])
    func everyAnswerIsGuarded(path: String) async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let reply = try await site.get(path, browser)
            let policy = try #require(reply.header("content-security-policy"))
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("base-uri 'none'; form-action 'none'"))
            #expect(reply.header("x-frame-options") == "DENY")
            #expect(reply.header("x-content-type-options") == "nosniff")
            #expect(reply.header("cache-control") == "no-store")
            #expect(reply.header("referrer-policy") == "no-referrer")
            #expect(reply.header("permissions-policy") != nil)
            #expect(reply.header("server") == nil)
        }
    }

    @Test func sendsThePageWhatChanges() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let request = site.request("GET", "/events", browser, ["Host: \(site.host)"])
            try await Visit(site.port).listen(request) { chunks in
                func next(_ sign: String) async throws {
                    var text = ""
                    while !text.contains(sign) { text += try #require(await chunks.next()) }
                }
                try await next(#""mode":"waiting""#)
                site.page.change { $0.away = "gone for lunch" }
                try await next(#""away":"gone for lunch""#)
            }
        }
    }

    @Test func aNewLinkEndsTheEarlierBrowsersPage() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let request = site.request("GET", "/events", browser, ["Host: \(site.host)"])
            try await Visit(site.port).listen(request) { chunks in
                _ = await chunks.next()
                site.responder.renewLink()
                while await chunks.next() != nil {}
            }
            #expect(try await site.get("/", browser).status == 403)
            let second = try await site.open()
            #expect(try await site.get("/", second).status == 200)
        }
    }

    @Test func theSessionsOldestStreamEndsIfThereAreTooMany() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let session = browser.cookie.split(separator: "=").last.map { String($0) }
            let request = site.request("GET", "/events", browser, ["Host: \(site.host)"])
            try await Visit(site.port).listen(request) { chunks in
                _ = await chunks.next()
                for _ in 0..<SharedPageState.streamLimit { _ = site.page.subscribe(session) }
                while await chunks.next() != nil {}
            }
        }
    }

    @Test func servesThePicturesThatAreShownAndNoOthers() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let accessory = Accessory(
                id: "1", displayName: "Camera", image: "image:1", ssid: nil, bssid: nil, state: .authorized)
            let evil = Accessory(
                id: "2", displayName: "Camera", image: "image:evil", ssid: nil, bssid: nil, state: .authorized)
            site.page.change {
                $0.accessories = AppAccessories(
                    [accessory, evil].map { AccessoryStatus(accessory: $0, records: []) }, names: [:])
            }
            let picture = try await site.get("/image?of=image%3A1", browser)
            #expect(picture.status == 200)
            #expect(picture.header("content-type") == "image/png")
            #expect(picture.body == "\u{1}\u{2}\u{3}")
            #expect(try await site.get("/image?of=image%3Aevil", browser).status == 204)
            #expect(try await site.get("/image?of=%2Fetc%2Fpasswd", browser).status == 204)
            #expect(try await site.get("/image", browser).status == 204)
            _ = try await site.get("/image?of=image%3A1", browser)
            #expect(site.fetched.references.withLock { $0 } == ["image:1", "image:evil"])
        }
    }

    @Test func refusesWhatIsLargerThanThePageSends() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let large = #"{"presentation": ""# + String(repeating: "x", count: Route.bodyLimit) + #""}"#
            #expect(try await site.post("/cancel", large, browser).status == 413)
            let header = "X-Large: " + String(repeating: "x", count: WebServer.headerLimit)
            let reply = try await site.get("/", browser, [header])
            #expect(reply.status != 200)
        }
    }

    /// The agent is away, so what is read gets as far as that.
    @Test func takesAnAccessorysPictureAsLargeAsTheAgentDoes() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let data = Data([UInt8](repeating: 1, count: 256 << 10)).base64EncodedString()
            let body = #"{"accessory":"1","image":"data:image/png;base64,\#(data)"}"#
            #expect(try await site.post("/depict", body, browser).status == 503)
            #expect(try await site.post("/depict", #"{"accessory":"1","image":null}"#, browser).status == 503)
            #expect(try await site.post("/depict", "{}", browser).status == 400)
            let larger = try? await site.post("/depict", body + String(repeating: " ", count: 64 << 10), browser)
            #expect(larger?.status ?? 413 == 413)
        }
    }

    @Test func readsAPictureForItsOwnPageOnly() async throws {
        try await Site.run { site in
            let text = #"{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap"}"#
            let picture = try #require(LabelDrawing([text])).png
            #expect(try await site.post("/picture", picture: picture, as: "image/png", nil).status == 403)
            let browser = try await site.open()
            let reply = try await site.post("/picture", picture: picture, as: "image/png", browser)
            #expect(reply.status == 200 && reply.body.contains(#""ssids":["PROV_C049EF"]"#))
            #expect(!reply.body.contains("k7qm2vxd"))
            #expect(try await site.post("/picture", picture: picture, as: "image/gif", browser).status == 415)
            let refused = try await site.post("/picture", picture: Array("GIF89a".utf8), as: "image/png", browser)
            #expect(refused.status == 409 && refused.body.contains("picture.form"))
        }
    }

    @Test func aPictureThatIsTooLargeIsNotRead() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let large = [UInt8](repeating: 0, count: PictureReader.limit + 1)
            let reply = try? await site.post("/picture", picture: large, as: "image/png", browser)
            #expect(reply?.status ?? 413 == 413)
            // The next one is.
            let blank = LabelDrawing(width: 32, height: 32).png
            #expect(try await site.post("/picture", picture: blank, as: "image/png", browser).status == 409)
        }
    }

    /// While a picture is on its way, the page and everything else goes on.
    @Test func aSecondPictureWaitsForItsTurn() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let half = site.request(
                "POST", "/picture", browser,
                [
                    "Host: \(site.host)", "Origin: http://\(site.host)", "Content-Type: image/png",
                    "Content-Length: 1000", "Expect: 100-continue",
                ])
            try await Visit(site.port).listen(half) { _ in
                let blank = LabelDrawing(width: 32, height: 32).png
                var reply = try await site.post("/picture", picture: blank, as: "image/png", browser)
                while !reply.body.contains("picture.busy") {
                    reply = try await site.post("/picture", picture: blank, as: "image/png", browser)
                }
                #expect(reply.status == 409)
                #expect(try await site.get("/", browser).status == 200)
            }
        }
    }

    @Test func aPictureThatDoesNotComeLeavesItsPlace() async throws {
        try await Site.run(pictureTime: .milliseconds(300)) { site in
            let browser = try await site.open()
            let headers = [
                "Host: \(site.host)", "Origin: http://\(site.host)", "Content-Type: image/png", "Content-Length: 1000",
            ]
            try await Visit(site.port).listen(site.request("POST", "/picture", browser, headers)) { chunks in
                #expect(await chunks.next()?.hasPrefix("HTTP/1.1 408 ") == true)
                let blank = LabelDrawing(width: 32, height: 32).png
                let reply = try await site.post("/picture", picture: blank, as: "image/png", browser)
                #expect(reply.body.contains("picture.nothing"))
            }
        }
    }

    @Test(arguments: ["{", "[]", "{}", #"{"presentation": 1}"#, "\u{0}"])
    func refusesWhatIsNoOrder(body: String) async throws {
        try await Site.run { site in
            let browser = try await site.open()
            #expect(try await site.post("/choose", body, browser).status == 400)
            #expect(try await site.post("/open", body).status == 400)
        }
    }

    @Test func reportsThatTheAgentIsAway() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let reply = try await site.post("/cancel", #"{"presentation": "p"}"#, browser)
            #expect(reply.status == 503)
            #expect(reply.body.contains("accessoryd is not running"))
        }
    }

    @Test func speaksTheBrowsersLanguage() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let german = try await site.get("/", browser, ["Accept-Language: de-AT, en;q=0.5"])
            #expect(german.body.contains(#"<html lang="de" "#))
            #expect(try await site.get("/", browser).body.contains(#"<html lang="en" "#))
        }
    }

    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: 127", "POST /open HTTP/1.1\r\nContent-Length: 10\r\n\r\n{",
    ])
    func whoSendsNothingMoreIsNotWaitedFor(beginning: String) async throws {
        try await Site.run(patience: .milliseconds(30)) { site in
            do {
                _ = try await Visit(site.port).ask(beginning)
            } catch ChannelError.ioOnClosedChannel {
                // On a busy machine it is closed before anything was sent.
            }
        }
    }

    /// Whoever took the port after the server's end has the cookie, and cannot do this.
    @Test func provesItselfToAPageThatHasSentNoKey() async throws {
        try await Site.run { site in
            let browser = try await site.open()
            let onlyCookie = Site.Browser(cookie: browser.cookie, key: "")
            var answers: [Reply] = []
            for challenge in ["AAAAAAAAAAAAAAAAAAAAAAAA", "BAAAAAAAAAAAAAAAAAAAAAAA"] {
                answers.append(try await site.get("/proof?of=\(challenge)", onlyCookie))
            }
            #expect(answers.map(\.status) == [200, 200] && Set(answers.map(\.body)).count == 2)
            #expect(answers.allSatisfy { $0.body.wholeMatch(of: /[0-9a-f]{64}/) != nil })
            for wrong in ["/proof", "/proof?of=", "/proof?of=AAAA", "/proof?of=AAAAAAAAAAAAAAAAAAAAAAA!"] {
                #expect(try await site.get(wrong, onlyCookie).status == 400)
            }
            #expect(try await site.get("/proof?of=AAAAAAAAAAAAAAAAAAAAAAAA").status == 403)
        }
    }
}
