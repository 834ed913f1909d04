// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct GateTests {
    static let local = "127.0.0.1:8080"

    private func opened() throws -> (gate: Gate, session: Gate.Session) {
        var gate = Gate()
        guard case .opened(let session) = gate.open(gate.link.text) else { throw Refused() }
        return (gate, session)
    }

    private struct Refused: Error {}

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

    private func cookies(_ session: Gate.Session?) -> [String] {
        session.map { ["other=1; accessory-picker-8080=\($0.cookie.text); more=2"] } ?? []
    }

    @Test func opensOnceAndOnceOnly() throws {
        var gate = Gate()
        for place in gate.link.text.indices {
            // Another letter than the link has there, whichever that is.
            let other: Character = gate.link.text[place] == "x" ? "y" : "x"
            let near = gate.link.text[..<place] + String(other) + gate.link.text[gate.link.text.index(after: place)...]
            guard case .unknown = gate.open(String(near)) else { throw Refused() }
        }
        guard case .unknown = gate.open("") else { throw Refused() }
        guard case .opened = gate.open(gate.link.text) else { throw Refused() }
        guard case .used = gate.open(gate.link.text) else { throw Refused() }
    }

    static let kept = PageFile.allCases.filter { !$0.isPublic }.map(\.path)

    @Test(arguments: kept + ["/texts", "/events", "/image", "/nothing"])
    func refusesToShowAnythingWithoutASession(path: String) {
        #expect(Gate().verdict(get(path)) == .refused(.forbidden))
    }

    @Test(arguments: Route.Act.allCases) func doesNothingWithoutASession(act: Route.Act) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(post("/\(act.rawValue)", nil)) == .refused(.forbidden))
        #expect(gate.verdict(post("/\(act.rawValue)", session)) == .enter(.act(act)))
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
        #expect(gate.verdict(get("/", Gate.Session())) == .refused(.forbidden))
    }

    @Test func anotherPortsCookieIsNoneOfOurs() throws {
        let (gate, session) = try opened()
        var knock = get("/")
        knock.cookies = ["accessory-picker-8081=\(session.cookie.text)"]
        #expect(gate.verdict(knock) == .refused(.forbidden))
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
        let before = gate.link
        gate.renewLink()
        #expect(gate.verdict(get("/", session)) == .refused(.forbidden))
        guard case .unknown = gate.open(before.text) else { throw Refused() }
        guard case .opened = gate.open(gate.link.text) else { throw Refused() }
    }

    @Test(arguments: [nil, "", "evil.example:8080", "localhost:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:8080"])
    func answersToItsOwnAddressOnly(host: String?) throws {
        let (gate, session) = try opened()
        #expect(gate.verdict(get("/", session, host: host)) == .refused(.forbidden))
        #expect(gate.verdict(get("/open", host: host)) == .refused(.forbidden))
    }

    @Test func browsersLeaveTheUsualPortOut() {
        let knock = Knock("GET", "/open", local: "192.168.1.5:80", host: "192.168.1.5")
        #expect(Gate().verdict(knock) == .enter(.file(.open)))
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
        #expect(gate.verdict(get("/", session, site: site)) == .refused(.forbidden))
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
