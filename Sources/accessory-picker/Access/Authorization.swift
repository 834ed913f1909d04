// SPDX-License-Identifier: Apache-2.0

/// What a request gets.
enum Authorization: Hashable, Sendable {
    case granted(Route)
    /// The page is locked for this browser, which gets the reason and the way to a new link.
    case locked
    case refused(Refusal)

    enum Refusal: Int, Hashable, Sendable {
        /// No session, another address than the one listened on, or another site. The answer reveals nothing of what is
        /// there.
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case unsupportedMediaType = 415
    }
}

extension Sessions {
    func authorization(_ head: RequestHead) -> Authorization {
        guard isAddressed(head) else { return .refused(.forbidden) }
        // A person who follows another site's link to the page comes without the cookie, and can go on from there.
        let closed = isPage(head) ? Authorization.locked : .refused(.forbidden)
        guard isSameSite(head) else { return closed }
        let routes = Route.with(path: head.path)
        let session = session(of: head)
        guard session != nil || routes.contains(where: { $0.method == head.method && $0.route.isPublic }) else {
            return closed
        }
        guard !routes.isEmpty else { return .refused(.notFound) }
        guard let route = routes.first(where: { $0.method == head.method })?.route else {
            return .refused(.methodNotAllowed)
        }
        if route.needsKey, session?.key.matches(head.key ?? "") != true { return .refused(.forbidden) }
        if head.method == "POST" {
            guard head.origin == head.ownOrigin else { return .refused(.forbidden) }
            guard let type = head.contentType, route.bodyTypes.contains(type) else {
                return .refused(.unsupportedMediaType)
            }
        }
        return .granted(route)
    }

    /// A name that somebody else's DNS gives this address opens nothing (DNS rebinding).
    private func isAddressed(_ head: RequestHead) -> Bool {
        guard let host = head.host?.lowercased() else { return false }
        guard let port = head.local.split(separator: ":").last else { return false }
        let hosts = names.map { "\($0):\(port)" } + [head.local]
        return hosts.contains(host) || (port == "\(head.usualPort)" && hosts.contains("\(host):\(port)"))
    }

    private func isSameSite(_ head: RequestHead) -> Bool {
        if let origin = head.origin, origin != head.ownOrigin { return false }
        switch head.site {
        // "none" is a person who typed the address or scanned it.
        case nil, "same-origin": return true
        case "none": return head.method == "GET"
        case _: return isLink(head)
        }
    }

    /// A person may see the answer: it is no request of another site's script, which would have an origin.
    private func isPage(_ head: RequestHead) -> Bool {
        head.method == "GET" && head.path == PageFile.page.path && head.origin == nil
    }

    /// Another site, or a program that shows the link, may lead to the page that opens a link, and to nothing else.
    private func isLink(_ head: RequestHead) -> Bool { head.method == "GET" && head.path == "/open" }
}
