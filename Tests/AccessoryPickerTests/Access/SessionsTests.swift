// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct SessionsTests {
    /// As Python's hmac computes it, and a browser's SubtleCrypto checks it.
    @Test func answersAChallengeWithTheProofAlone() throws {
        let (proof, challenge) = (Secret(text: String(repeating: "A", count: 24)), String(repeating: "B", count: 24))
        let session = Session(proof: try #require(proof))
        #expect(
            try session.answer(to: try #require(Secret(text: challenge)))
                == "b1fb91ea6054aa1e156bf6e13787853c89c654cb8c3db92b58ae891ee677ea69")
    }

    static let local = "127.0.0.1:8080"

    private func opened() throws -> (sessions: Sessions, session: Session) {
        var sessions = Sessions()
        guard case .opened(let session) = sessions.open(try link(sessions)) else { throw Refused() }
        return (sessions, session)
    }

    private struct Refused: Error {}

    private func link(_ sessions: Sessions) throws -> String { try #require(sessions.link).text }

    private func get(
        _ path: String, _ session: Session? = nil, host: String? = local, origin: String? = nil,
        site: String? = nil, key: String? = nil
    ) -> RequestHead {
        RequestHead(
            method: "GET", path: path, local: Self.local, host: host, origin: origin, site: site,
            cookies: cookies(session), key: key)
    }

    private func post(
        _ path: String, _ session: Session?, origin: String? = "http://\(local)", site: String? = "same-origin",
        type: String? = "application/json", hasKey: Bool = true
    ) -> RequestHead {
        RequestHead(
            method: "POST", path: path, local: Self.local, host: Self.local, origin: origin, site: site,
            cookies: cookies(session),
            key: hasKey ? session?.key.text : nil, contentType: type)
    }

    private func cookies(_ session: Session?, isSecure: Bool = false) -> [String] {
        session.map { ["other=1; \(isSecure ? "__Host-" : "")accessory-picker-8080=\($0.cookie.text); more=2"] } ?? []
    }

    @Test func opensOnceAndOnceOnly() throws {
        var sessions = Sessions()
        let link = try link(sessions)
        for place in link.indices {
            // Another letter than the link has there, whichever that is.
            let other: Character = link[place] == "x" ? "y" : "x"
            let near = link[..<place] + String(other) + link[link.index(after: place)...]
            guard case .unknown = sessions.open(String(near)) else { throw Refused() }
        }
        guard case .unknown = sessions.open("") else { throw Refused() }
        guard case .opened = sessions.open(try self.link(sessions)) else { throw Refused() }
        guard case .used = sessions.open(try self.link(sessions)) else { throw Refused() }
    }

    @Test func onlyAPictureIsNoJSON() throws {
        let (sessions, session) = try opened()
        for type in ["image/png", "image/jpeg"] {
            #expect(sessions.authorization(post("/picture", session, type: type)) == .granted(.act(.picture)))
            #expect(sessions.authorization(post("/label", session, type: type)) == .refused(.unsupportedMediaType))
            #expect(
                sessions.authorization(post("/picture", session, type: type, hasKey: false)) == .refused(.forbidden))
            #expect(sessions.authorization(post("/picture", nil, type: type)) == .refused(.forbidden))
        }
        for type in ["application/json", "image/svg+xml", nil] {
            #expect(sessions.authorization(post("/picture", session, type: type)) == .refused(.unsupportedMediaType))
        }
    }

    static let kept = PageFile.allCases.filter { !$0.isPublic && $0 != .page }.map(\.path)

    @Test(arguments: kept + ["/texts", "/events", "/image", "/nothing"])
    func refusesToShowAnythingWithoutASession(path: String) {
        #expect(Sessions().authorization(get(path)) == .refused(.forbidden))
    }

    @Test(arguments: [nil, "none", "same-origin", "cross-site"])
    func aBrowserWithoutASessionReadsThatThePageIsLocked(site: String?) {
        #expect(Sessions().authorization(get("/", site: site)) == .locked)
        #expect(Sessions().authorization(get("/", origin: "http://evil.example", site: site)) == .refused(.forbidden))
        #expect(Sessions().authorization(get("/", host: "evil.example:8080", site: site)) == .refused(.forbidden))
    }

    @Test(arguments: Route.Act.allCases) func doesNothingWithoutASession(act: Route.Act) throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(post("/\(act.rawValue)", nil)) == .refused(.forbidden))
        let type = try #require(Route.act(act).bodyTypes.first)
        #expect(sessions.authorization(post("/\(act.rawValue)", session, type: type)) == .granted(.act(act)))
    }

    @Test func servesWhatTheLinkNeedsToEverybody() {
        for file in PageFile.allCases where file.isPublic {
            #expect(Sessions().authorization(get(file.path)) == .granted(.file(file)))
        }
        #expect(Sessions().authorization(post("/open", nil)) == .granted(.open))
    }

    @Test func knowsTheBrowserByItsCookie() throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(get("/", session)) == .granted(.file(.page)))
        #expect(sessions.authorization(get("/", Session())) == .locked)
    }

    @Test func anotherPortsCookieIsNoneOfOurs() throws {
        let (sessions, session) = try opened()
        var head = get("/")
        head.cookies = ["accessory-picker-8081=\(session.cookie.text)"]
        #expect(sessions.authorization(head) == .locked)
    }

    @Test func whoHasOnlyTheCookieCanNeitherActNorListen() throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(get("/events", session)) == .refused(.forbidden))
        #expect(sessions.authorization(get("/events", session, key: session.cookie.text)) == .refused(.forbidden))
        #expect(sessions.authorization(get("/events", session, key: session.key.text)) == .granted(.events))
        #expect(sessions.authorization(post("/cancel", session, hasKey: false)) == .refused(.forbidden))
    }

    @Test func aNewLinkEndsTheEarlierSession() throws {
        var (sessions, session) = try opened()
        let before = try link(sessions)
        sessions.renewLink()
        #expect(sessions.authorization(get("/", session)) == .locked)
        guard case .used = sessions.open(before) else { throw Refused() }
        guard case .opened = sessions.open(try self.link(sessions)) else { throw Refused() }
    }

    @Test func aSecondTabKeepsTheFirstOnesSession() throws {
        var (sessions, session) = try opened()
        sessions.renewLink(endsSession: false)
        #expect(sessions.authorization(get("/", session)) == .granted(.file(.page)))
        guard case .returned(let same) = sessions.open(try link(sessions), by: session) else { throw Refused() }
        #expect(same.cookie.text == session.cookie.text && same.key.text == session.key.text)
        #expect(sessions.authorization(get("/events", session, key: session.key.text)) == .granted(.events))
    }

    @Test func anotherBrowserEndsTheFirstOnesSession() throws {
        var (sessions, session) = try opened()
        sessions.renewLink(endsSession: false)
        guard case .opened = sessions.open(try link(sessions)) else { throw Refused() }
        #expect(sessions.authorization(get("/", session)) == .locked)
    }

    @Test func aLinkThatNobodyUsedExpires() throws {
        var sessions = Sessions()
        let first = try link(sessions)
        for _ in 0..<Sessions.formerLimit {
            sessions.renewLink()
            guard case .expired = sessions.open(first) else { throw Refused() }
        }
        // Nobody makes it keep more links than that.
        sessions.renewLink()
        guard case .unknown = sessions.open(first) else { throw Refused() }
    }

    @Test(arguments: [nil, "", "evil.example:8080", "localhost:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:8080"])
    func answersToItsOwnAddressOnly(host: String?) throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(get("/", session, host: host)) == .refused(.forbidden))
        #expect(sessions.authorization(get("/open", host: host)) == .refused(.forbidden))
    }

    @Test func browsersLeaveTheUsualPortOut() {
        let plain = RequestHead(method: "GET", path: "/open", local: "192.168.1.5:80", host: "192.168.1.5")
        #expect(Sessions().authorization(plain) == .granted(.file(.open)))
        let encrypted = RequestHead(
            method: "GET", path: "/open", local: "192.168.1.5:443", isSecure: true, host: "192.168.1.5")
        #expect(Sessions().authorization(encrypted) == .granted(.file(.open)))
        let other = RequestHead(method: "GET", path: "/open", local: "192.168.1.5:443", host: "192.168.1.5")
        #expect(Sessions().authorization(other) == .refused(.forbidden))
    }

    @Test(arguments: [
        ("hub.local:8080", true), ("HUB.local:8080", true), ("hub.local", false), ("hub.local:80", false),
        ("hub:8080", false), ("hub.local.evil.example:8080", false), ("", false),
    ])
    func answersToItsNames(host: String, isKnown: Bool) {
        let authorization = Sessions(names: ["hub.local"]).authorization(get("/open", host: host))
        #expect(authorization == (isKnown ? .granted(.file(.open)) : .refused(.forbidden)))
    }

    @Test func anEncryptedPagesOriginIsEncrypted() throws {
        let (sessions, session) = try opened()
        for (origin, isOwn) in [("https://\(Self.local)", true), ("http://\(Self.local)", false)] {
            let head = RequestHead(
                method: "POST", path: "/cancel", local: Self.local, isSecure: true, host: Self.local, origin: origin,
                cookies: cookies(session, isSecure: true), key: session.key.text, contentType: "application/json")
            #expect(sessions.authorization(head) == (isOwn ? .granted(.act(.cancel)) : .refused(.forbidden)))
        }
    }

    @Test func phonesKeepTheirSessionsWhenAnotherOneIsPaired() throws {
        let kept = Session()
        var sessions = Sessions(keeping: [kept])
        #expect(sessions.link == nil)
        sessions.renewLink()
        guard case .opened(let second) = sessions.open(try link(sessions)) else { throw Refused() }
        sessions.renewLink()
        for session in [kept, second] { #expect(sessions.authorization(get("/", session)) == .granted(.file(.page))) }
        // A page's key counts with its own cookie only.
        #expect(sessions.authorization(get("/events", kept, key: second.key.text)) == .refused(.forbidden))
        sessions.revoke(kept)
        #expect(sessions.authorization(get("/", kept)) == .locked)
        #expect(sessions.authorization(get("/", second)) == .granted(.file(.page)))
    }

    @Test func aWithdrawnLinkOpensNothing() throws {
        var sessions = Sessions(keeping: [])
        sessions.renewLink()
        let (first, second) = (try #require(sessions.link), Secret())
        sessions.renewLink(second)
        sessions.withdrawLink(first)
        guard case .expired = sessions.open(first.text) else { throw Refused() }
        sessions.withdrawLink(second)
        guard case .expired = sessions.open(second.text) else { throw Refused() }
    }

    @Test(arguments: [nil, "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", ""])
    func takesOrdersFromItsOwnPageOnly(origin: String?) throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(post("/choose", session, origin: origin)) == .refused(.forbidden))
        #expect(sessions.authorization(post("/open", nil, origin: origin)) == .refused(.forbidden))
    }

    @Test(arguments: ["cross-site", "same-site", "anything"]) func isNoOtherSitesToUse(site: String) throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(post("/choose", session, site: site)) == .refused(.forbidden))
        #expect(sessions.authorization(post("/open", nil, site: site)) == .refused(.forbidden))
        #expect(sessions.authorization(get("/", session, site: site)) == .locked)
        #expect(sessions.authorization(get("/main.js", session, site: site)) == .refused(.forbidden))
        #expect(
            sessions.authorization(get("/events", session, site: site, key: session.key.text)) == .refused(.forbidden))
        #expect(sessions.authorization(get("/image", session, site: site)) == .refused(.forbidden))
    }

    @Test func anotherSiteMayLeadToTheLink() {
        #expect(Sessions().authorization(get("/open", site: "cross-site")) == .granted(.file(.open)))
    }

    @Test func aPersonWhoTypesTheAddressOpensPagesButGivesNoOrders() throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(get("/", session, site: "none")) == .granted(.file(.page)))
        #expect(sessions.authorization(post("/choose", session, site: "none")) == .refused(.forbidden))
    }

    @Test func anotherOriginCannotListen() throws {
        let (sessions, session) = try opened()
        let head = get("/events", session, origin: "http://evil.example", key: session.key.text)
        #expect(sessions.authorization(head) == .refused(.forbidden))
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    func takesNoForms(type: String?) throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(post("/choose", session, type: type)) == .refused(.unsupportedMediaType))
    }

    @Test func knowsItsPathsAndMethods() throws {
        let (sessions, session) = try opened()
        #expect(sessions.authorization(get("/nothing", session)) == .refused(.notFound))
        #expect(sessions.authorization(get("/choose", session)) == .refused(.methodNotAllowed))
        #expect(sessions.authorization(post("/style.css", session)) == .refused(.methodNotAllowed))
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
            var head = get("/", session)
            head.method = method
            #expect(sessions.authorization(head) == .refused(.methodNotAllowed))
        }
    }

    @Test func secretsAreLongDifferentAndSilent() {
        let secret = Secret()
        #expect(secret.text.count == 24)
        #expect(secret.text != Secret().text)
        #expect(!"\(secret)".contains(secret.text))
        var dumped = ""
        dump(Session(), to: &dumped)
        #expect(!dumped.contains("text"))
        #expect(secret.matches(secret.text))
        #expect(!secret.matches(String(secret.text.dropLast())))
        #expect(!secret.matches(""))
    }
}
