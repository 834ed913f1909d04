// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct GateTests {
    static let local = "127.0.0.1:8080"

    private func opened() throws -> (gate: Gate, session: Gate.Session) {
        var gate = Gate()
        guard case .opened(let session) = gate.open(try link(gate)) else { throw Refused() }
        return (gate, session)
    }

    private struct Refused: Error {}

    private func link(_ gate: Gate) throws -> String { try #require(gate.link).text }

    private func get(
        _ path: String, _ session: Gate.Session? = nil, host: String? = local, origin: String? = nil,
        site: String? = nil, key: String? = nil
    ) -> Knock {
        Knock(
            "GET", path, local: Self.local, host: host, origin: origin, site: site, cookies: cookies(session), key: key)
    }

    private func post(
        _ path: String, _ session: Gate.Session?, origin: String? = "http://\(local)", site: String? = "same-origin",
        type: String? = "application/json", hasKey: Bool = true
    ) -> Knock {
        Knock(
            "POST", path, local: Self.local, host: Self.local, origin: origin, site: site, cookies: cookies(session),
            key: hasKey ? session?.key.text : nil, contentType: type)
    }

    private func cookies(_ session: Gate.Session?, isSecure: Bool = false) -> [String] {
        session.map { ["other=1; \(isSecure ? "__Host-" : "")accessory-picker-8080=\($0.cookie.text); more=2"] } ?? []
    }

    @Test func opensOnceAndOnceOnly() throws {
        var gate = Gate()
        let link = try link(gate)
        for place in link.indices {
            // Another letter than the link has there, whichever that is.
            let other: Character = link[place] == "x" ? "y" : "x"
            let near = link[..<place] + String(other) + link[link.index(after: place)...]
            guard case .unknown = gate.open(String(near)) else { throw Refused() }
        }
        guard case .unknown = gate.open("") else { throw Refused() }
        guard case .opened = gate.open(try self.link(gate)) else { throw Refused() }
        guard case .used = gate.open(try self.link(gate)) else { throw Refused() }
    }

    @Test func onlyAPictureIsNoJSON() throws {
        let (gate, session) = try opened()
        for type in ["image/png", "image/jpeg"] {
            #expect(gate.verdict(post("/picture", session, type: type)) == .enter(.act(.picture)))
            #expect(gate.verdict(post("/label", session, type: type)) == .refused(.unsupportedMediaType))
            #expect(gate.verdict(post("/picture", session, type: type, hasKey: false)) == .refused(.forbidden))
            #expect(gate.verdict(post("/picture", nil, type: type)) == .refused(.forbidden))
        }
        for type in ["application/json", "image/svg+xml", nil] {
            #expect(gate.verdict(post("/picture", session, type: type)) == .refused(.unsupportedMediaType))
        }
    }

    static let kept = PageFile.allCases.filter { !$0.isPublic && $0 != .page }.map(\.path)

    @Test(arguments: kept + ["/texts", "/events", "/image", "/nothing"])
    func refusesToShowAnythingWithoutASession(path: String) {
        #expect(Gate().verdict(get(path)) == .refused(.forbidden))
    }

    @Test(arguments: [nil, "none", "same-origin", "cross-site"])
    func aBrowserWithoutASessionReadsThatThePageIsLocked(site: String?) {
        #expect(Gate().verdict(get("/", site: site)) == .locked)
        #expect(Gate().verdict(get("/", origin: "http://evil.example", site: site)) == .refused(.forbidden))
        #expect(Gate().verdict(get("/", host: "evil.example:8080", site: site)) == .refused(.forbidden))
    }

    @Test(arguments: Route.Act.allCases) func doesNothingWithoutASession(act: Route.Act) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(post("/\(act.rawValue)", nil)) == .refused(.forbidden))
        let type = try #require(Route.act(act).bodyTypes.first)
        #expect(gate.verdict(post("/\(act.rawValue)", session, type: type)) == .enter(.act(act)))
    }

    @Test func servesWhatTheLinkNeedsToEverybody() {
        for file in PageFile.allCases where file.isPublic {
            #expect(Gate().verdict(get(file.path)) == .enter(.file(file)))
        }
        #expect(Gate().verdict(post("/open", nil)) == .enter(.open))
    }

    @Test func knowsTheBrowserByItsCookie() throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/", session)) == .enter(.file(.page)))
        #expect(gate.verdict(get("/", Gate.Session())) == .locked)
    }

    @Test func anotherPortsCookieIsNoneOfOurs() throws {
        let (gate, session) = try opened()
        var knock = get("/")
        knock.cookies = ["accessory-picker-8081=\(session.cookie.text)"]
        #expect(gate.verdict(knock) == .locked)
    }

    @Test func whoHasOnlyTheCookieCanNeitherActNorListen() throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/events", session)) == .refused(.forbidden))
        #expect(gate.verdict(get("/events", session, key: session.cookie.text)) == .refused(.forbidden))
        #expect(gate.verdict(get("/events", session, key: session.key.text)) == .enter(.events))
        #expect(gate.verdict(post("/cancel", session, hasKey: false)) == .refused(.forbidden))
    }

    @Test func aNewLinkEndsTheEarlierSession() throws {
        var (gate, session) = try opened()
        let before = try link(gate)
        gate.renewLink()
        #expect(gate.verdict(get("/", session)) == .locked)
        guard case .used = gate.open(before) else { throw Refused() }
        guard case .opened = gate.open(try self.link(gate)) else { throw Refused() }
    }

    @Test func aSecondTabKeepsTheFirstOnesSession() throws {
        var (gate, session) = try opened()
        gate.renewLink(endsSession: false)
        #expect(gate.verdict(get("/", session)) == .enter(.file(.page)))
        guard case .returned(let same) = gate.open(try link(gate), by: session) else { throw Refused() }
        #expect(same.cookie.text == session.cookie.text && same.key.text == session.key.text)
        #expect(gate.verdict(get("/events", session, key: session.key.text)) == .enter(.events))
    }

    @Test func anotherBrowserEndsTheFirstOnesSession() throws {
        var (gate, session) = try opened()
        gate.renewLink(endsSession: false)
        guard case .opened = gate.open(try link(gate)) else { throw Refused() }
        #expect(gate.verdict(get("/", session)) == .locked)
    }

    @Test func aLinkThatNobodyUsedExpires() throws {
        var gate = Gate()
        let first = try link(gate)
        for _ in 0..<Gate.formerLimit {
            gate.renewLink()
            guard case .expired = gate.open(first) else { throw Refused() }
        }
        // Nobody makes it keep more links than that.
        gate.renewLink()
        guard case .unknown = gate.open(first) else { throw Refused() }
    }

    @Test(arguments: [nil, "", "evil.example:8080", "localhost:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:8080"])
    func answersToItsOwnAddressOnly(host: String?) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/", session, host: host)) == .refused(.forbidden))
        #expect(gate.verdict(get("/open", host: host)) == .refused(.forbidden))
    }

    @Test func browsersLeaveTheUsualPortOut() {
        let plain = Knock("GET", "/open", local: "192.168.1.5:80", host: "192.168.1.5")
        #expect(Gate().verdict(plain) == .enter(.file(.open)))
        let encrypted = Knock("GET", "/open", local: "192.168.1.5:443", isSecure: true, host: "192.168.1.5")
        #expect(Gate().verdict(encrypted) == .enter(.file(.open)))
        let other = Knock("GET", "/open", local: "192.168.1.5:443", host: "192.168.1.5")
        #expect(Gate().verdict(other) == .refused(.forbidden))
    }

    @Test(arguments: [
        ("hub.local:8080", true), ("HUB.local:8080", true), ("hub.local", false), ("hub.local:80", false),
        ("hub:8080", false), ("hub.local.evil.example:8080", false), ("", false),
    ])
    func answersToItsNames(host: String, isKnown: Bool) {
        let verdict = Gate(names: ["hub.local"]).verdict(get("/open", host: host))
        #expect(verdict == (isKnown ? .enter(.file(.open)) : .refused(.forbidden)))
    }

    @Test func anEncryptedPagesOriginIsEncrypted() throws {
        let (gate, session) = try opened()
        for (origin, isOwn) in [("https://\(Self.local)", true), ("http://\(Self.local)", false)] {
            let knock = Knock(
                "POST", "/cancel", local: Self.local, isSecure: true, host: Self.local, origin: origin,
                cookies: cookies(session, isSecure: true), key: session.key.text, contentType: "application/json")
            #expect(gate.verdict(knock) == (isOwn ? .enter(.act(.cancel)) : .refused(.forbidden)))
        }
    }

    @Test func phonesKeepTheirSessionsWhenAnotherOneIsPaired() throws {
        let kept = Gate.Session()
        var gate = Gate(keeping: [kept])
        #expect(gate.link == nil)
        gate.renewLink()
        guard case .opened(let second) = gate.open(try link(gate)) else { throw Refused() }
        gate.renewLink()
        for session in [kept, second] { #expect(gate.verdict(get("/", session)) == .enter(.file(.page))) }
        // A page's key counts with its own cookie only.
        #expect(gate.verdict(get("/events", kept, key: second.key.text)) == .refused(.forbidden))
        gate.revoke(kept)
        #expect(gate.verdict(get("/", kept)) == .locked)
        #expect(gate.verdict(get("/", second)) == .enter(.file(.page)))
    }

    @Test func aWithdrawnLinkOpensNothing() throws {
        var gate = Gate(keeping: [])
        gate.renewLink()
        let (first, second) = (try #require(gate.link), Secret())
        gate.renewLink(second)
        gate.withdrawLink(first)
        guard case .expired = gate.open(first.text) else { throw Refused() }
        gate.withdrawLink(second)
        guard case .expired = gate.open(second.text) else { throw Refused() }
    }

    @Test(arguments: [nil, "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", ""])
    func takesOrdersFromItsOwnPageOnly(origin: String?) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(post("/choose", session, origin: origin)) == .refused(.forbidden))
        #expect(gate.verdict(post("/open", nil, origin: origin)) == .refused(.forbidden))
    }

    @Test(arguments: ["cross-site", "same-site", "anything"]) func isNoOtherSitesToUse(site: String) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(post("/choose", session, site: site)) == .refused(.forbidden))
        #expect(gate.verdict(post("/open", nil, site: site)) == .refused(.forbidden))
        #expect(gate.verdict(get("/", session, site: site)) == .locked)
        #expect(gate.verdict(get("/main.js", session, site: site)) == .refused(.forbidden))
        #expect(gate.verdict(get("/events", session, site: site, key: session.key.text)) == .refused(.forbidden))
        #expect(gate.verdict(get("/image", session, site: site)) == .refused(.forbidden))
    }

    @Test func anotherSiteMayLeadToTheLink() {
        #expect(Gate().verdict(get("/open", site: "cross-site")) == .enter(.file(.open)))
    }

    @Test func aPersonWhoTypesTheAddressOpensPagesButGivesNoOrders() throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/", session, site: "none")) == .enter(.file(.page)))
        #expect(gate.verdict(post("/choose", session, site: "none")) == .refused(.forbidden))
    }

    @Test func anotherOriginCannotListen() throws {
        let (gate, session) = try opened()
        let knock = get("/events", session, origin: "http://evil.example", key: session.key.text)
        #expect(gate.verdict(knock) == .refused(.forbidden))
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    func takesNoForms(type: String?) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(post("/choose", session, type: type)) == .refused(.unsupportedMediaType))
    }

    @Test func knowsItsPathsAndMethods() throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/nothing", session)) == .refused(.notFound))
        #expect(gate.verdict(get("/choose", session)) == .refused(.methodNotAllowed))
        #expect(gate.verdict(post("/style.css", session)) == .refused(.methodNotAllowed))
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
            var knock = get("/", session)
            knock.method = method
            #expect(gate.verdict(knock) == .refused(.methodNotAllowed))
        }
    }

    @Test func secretsAreLongDifferentAndSilent() {
        let secret = Secret()
        #expect(secret.text.count == 24)
        #expect(secret.text != Secret().text)
        #expect(!"\(secret)".contains(secret.text))
        var dumped = ""
        dump(Gate.Session(), to: &dumped)
        #expect(!dumped.contains("text"))
        #expect(secret.matches(secret.text))
        #expect(!secret.matches(String(secret.text.dropLast())))
        #expect(!secret.matches(""))
    }
}
