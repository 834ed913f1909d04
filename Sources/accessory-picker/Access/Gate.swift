// SPDX-License-Identifier: Apache-2.0

/// Decides who gets in. A link, used once, makes a session; everything else is refused.
struct Gate: Sendable {
    /// A browser that was let in, and the page in it.
    struct Session: Sendable {
        let cookie: Secret
        let key: Secret
        /// With this the server proves itself to the page, which never sends it: whoever has the server's port after its end
        /// gets the other two.
        let proof: Secret

        init(cookie: Secret = Secret(), key: Secret = Secret(), proof: Secret = Secret()) {
            self.cookie = cookie
            self.key = key
            self.proof = proof
        }
    }

    enum Verdict: Hashable, Sendable {
        case enter(Route)
        /// The page is locked for this browser, which gets the reason and the way to a new link.
        case locked
        case refused(Refusal)
    }

    enum Refusal: Int, Hashable, Sendable {
        /// No session, another address than the one listened on, or another site. The answer reveals nothing of what is
        /// there.
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case unsupportedMediaType = 415
    }

    enum Opening: Sendable {
        case opened(Session)
        /// The browser has the page already, and keeps its session.
        case returned(Session)
        /// The right link, used a second time.
        case used
        /// A link that nobody used in its time, or that a newer one has replaced.
        case expired
        case unknown
    }

    /// A link that opens nothing any more.
    private struct Former: Sendable {
        let link: Secret
        let isUsed: Bool
    }

    static let keyHeader = "X-Accessory-Picker"
    /// So many former links are told from wrong ones.
    static let formerLimit = 8

    /// The names of this machine in browsers' addresses, in lower case, beside the address that a browser reached.
    let names: Set<String>
    /// Nil before the first link of a gate whose sessions stay.
    private(set) var link: Secret?
    private(set) var isUsed = false
    private var former: [Former] = []
    private var sessions: [Session]
    /// A link adds a session to the others; otherwise it replaces them.
    private let keepsSessions: Bool

    /// A gate with one link and one session at a time.
    init(link: Secret = Secret(), names: Set<String> = []) {
        self.link = link
        self.names = names
        sessions = []
        keepsSessions = false
    }

    /// A gate whose sessions stay, for phones that were paired.
    init(keeping sessions: [Session], names: Set<String> = []) {
        self.sessions = sessions
        self.names = names
        keepsSessions = true
    }

    /// Cookies ignore ports (RFC 6265, 8.5), so the name separates several pickers on one host. By its beginning a browser
    /// takes the cookie of an encrypted page from this host alone, and over encryption alone (RFC 6265bis, 4.1.3.2).
    static func cookieName(local: String, isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "accessory-picker-\(local.split(separator: ":").last.map { String($0) } ?? "")"
    }

    /// The earlier link opens nothing any more. Without phones, a new link also ends the session that the earlier one
    /// made, unless that is to stay until another browser opens the new link.
    mutating func renewLink(_ new: Secret = Secret(), endsSession: Bool = true) {
        retireLink()
        link = new
        if !keepsSessions, endsSession { sessions = [] }
    }

    /// The link opens nothing any more, unless a newer one has replaced it.
    mutating func withdrawLink(_ old: Secret) {
        if link?.matches(old.text) == true { retireLink() }
    }

    private mutating func retireLink() {
        guard let link else { return }
        former.append(Former(link: link, isUsed: isUsed))
        if former.count > Self.formerLimit { former.removeFirst() }
        self.link = nil
        isUsed = false
    }

    /// - Parameter known: the session of the browser that opens the link, if it has one.
    mutating func open(_ token: String, by known: Session? = nil) -> Opening {
        guard let link, link.matches(token) else {
            guard let old = former.first(where: { $0.link.matches(token) }) else { return .unknown }
            return old.isUsed ? .used : .expired
        }
        guard !isUsed else { return .used }
        isUsed = true
        if let known { return .returned(known) }
        let new = Session()
        sessions = keepsSessions ? sessions + [new] : [new]
        return .opened(new)
    }

    /// Ends a session.
    mutating func revoke(_ session: Session) {
        sessions.removeAll { $0.cookie.matches(session.cookie.text) }
    }

    func verdict(_ knock: Knock) -> Verdict {
        guard isAddressed(knock) else { return .refused(.forbidden) }
        // A person who follows another site's link to the page comes without the cookie, and can go on from there.
        let closed = isPage(knock) ? Verdict.locked : .refused(.forbidden)
        guard isSameSite(knock) else { return closed }
        let routes = Route.with(path: knock.path)
        let session = session(of: knock)
        guard session != nil || routes.contains(where: { $0.method == knock.method && $0.route.isPublic }) else {
            return closed
        }
        guard !routes.isEmpty else { return .refused(.notFound) }
        guard let route = routes.first(where: { $0.method == knock.method })?.route else {
            return .refused(.methodNotAllowed)
        }
        if route.needsKey, session?.key.matches(knock.key ?? "") != true { return .refused(.forbidden) }
        if knock.method == "POST" {
            guard knock.origin == knock.ownOrigin else { return .refused(.forbidden) }
            guard let type = knock.contentType, route.bodyTypes.contains(type) else {
                return .refused(.unsupportedMediaType)
            }
        }
        return .enter(route)
    }

    /// The session whose cookie the request has.
    func session(of knock: Knock) -> Session? {
        let cookies = knock.cookie(Self.cookieName(local: knock.local, isSecure: knock.isSecure))
        return sessions.first { session in cookies.contains { session.cookie.matches($0) } }
    }

    /// A name that somebody else's DNS gives this address opens nothing (DNS rebinding).
    private func isAddressed(_ knock: Knock) -> Bool {
        guard let host = knock.host?.lowercased() else { return false }
        guard let port = knock.local.split(separator: ":").last else { return false }
        let hosts = names.map { "\($0):\(port)" } + [knock.local]
        return hosts.contains(host) || (port == "\(knock.usualPort)" && hosts.contains("\(host):\(port)"))
    }

    private func isSameSite(_ knock: Knock) -> Bool {
        if let origin = knock.origin, origin != knock.ownOrigin { return false }
        switch knock.site {
        // "none" is a person who typed the address or scanned it.
        case nil, "same-origin": return true
        case "none": return knock.method == "GET"
        case _: return isLink(knock)
        }
    }

    /// A person may see the answer: it is no request of another site's script, which would have an origin.
    private func isPage(_ knock: Knock) -> Bool {
        knock.method == "GET" && knock.path == PageFile.page.path && knock.origin == nil
    }

    /// Another site, or a program that shows the link, may lead to the page that opens a link, and to nothing else.
    private func isLink(_ knock: Knock) -> Bool { knock.method == "GET" && knock.path == "/open" }
}
