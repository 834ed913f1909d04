// SPDX-License-Identifier: Apache-2.0

/// Decides who gets in. One link, used once, makes one session; everything else is refused.
struct Gate: Sendable {
    /// A browser that was let in, and the page in it.
    struct Session: Sendable {
        let cookie = Secret()
        let key = Secret()
    }

    enum Verdict: Hashable, Sendable {
        case enter(Route)
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
        /// The right link, used a second time.
        case used
        case unknown
    }

    static let keyHeader = "X-Accessory-Picker"

    private(set) var link: Secret
    private(set) var isUsed = false
    private var session: Session?

    init(link: Secret = Secret()) { self.link = link }

    /// Cookies ignore ports (RFC 6265, 8.5), so the name separates several pickers on one host.
    static func cookieName(local: String) -> String {
        "accessory-picker-\(local.split(separator: ":").last.map { String($0) } ?? "")"
    }

    /// A new link ends the session that the earlier one made.
    mutating func renewLink(_ new: Secret = Secret()) {
        link = new
        isUsed = false
        session = nil
    }

    mutating func open(_ token: String) -> Opening {
        guard link.matches(token) else { return .unknown }
        guard !isUsed else { return .used }
        isUsed = true
        let new = Session()
        session = new
        return .opened(new)
    }

    func verdict(_ knock: Knock) -> Verdict {
        guard isAddressed(knock), isSameSite(knock) else { return .refused(.forbidden) }
        let routes = Route.with(path: knock.path)
        guard knows(knock) || routes.contains(where: { $0.method == knock.method && $0.route.isPublic }) else {
            return .refused(.forbidden)
        }
        guard !routes.isEmpty else { return .refused(.notFound) }
        guard let route = routes.first(where: { $0.method == knock.method })?.route else {
            return .refused(.methodNotAllowed)
        }
        if route.needsKey, session?.key.matches(knock.key ?? "") != true { return .refused(.forbidden) }
        if knock.method == "POST" {
            guard knock.origin == "http://\(knock.host ?? "")" else { return .refused(.forbidden) }
            guard knock.contentType == "application/json" else { return .refused(.unsupportedMediaType) }
        }
        return .enter(route)
    }

    /// Whether the request comes with the session's cookie.
    func knows(_ knock: Knock) -> Bool {
        session.map { session in
            knock.cookie(Self.cookieName(local: knock.local)).contains { session.cookie.matches($0) }
        } ?? false
    }

    /// A name that somebody else's DNS gives this address opens nothing (DNS rebinding).
    private func isAddressed(_ knock: Knock) -> Bool {
        guard let host = knock.host else { return false }
        return host == knock.local || (knock.local.hasSuffix(":80") && "\(host):80" == knock.local)
    }

    private func isSameSite(_ knock: Knock) -> Bool {
        if let origin = knock.origin, origin != "http://\(knock.host ?? "")" { return false }
        switch knock.site {
        // "none" is a person who typed the address or scanned it.
        case nil, "same-origin": return true
        case "none": return knock.method == "GET"
        case _: return isLink(knock)
        }
    }

    /// Another site, or a program that shows the link, may lead to the page that opens a link, and to nothing else.
    private func isLink(_ knock: Knock) -> Bool { knock.method == "GET" && knock.path == "/open" }
}
