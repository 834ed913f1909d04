// SPDX-License-Identifier: Apache-2.0

/// The link and the sessions. A browser exchanges the link for a session, once; everything else is refused.
struct Sessions: Sendable {
    /// What came of an attempt to open a link.
    enum LinkUse: Sendable {
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
    /// So many former links are distinguished from wrong ones.
    static let formerLimit = 8

    /// The names of this machine in browsers' addresses, in lower case, beside the address that a browser reached.
    let names: Set<String>
    /// Nil before the first link, if sessions stay.
    private(set) var link: Secret?
    private(set) var isUsed = false
    private var former: [Former] = []
    private var all: [Session] = []
    /// A link adds a session to the others; otherwise it replaces them.
    private let keepsSessions: Bool

    /// One link and one session at a time.
    init(link: Secret = Secret(), names: Set<String> = []) {
        self.link = link
        self.names = names
        keepsSessions = false
    }

    /// Sessions that stay, for phones that were paired.
    init(keeping sessions: [Session], names: Set<String> = []) {
        all = sessions
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
        if !keepsSessions, endsSession { all = [] }
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
    mutating func open(_ token: String, by known: Session? = nil) -> LinkUse {
        guard let link, link.matches(token) else {
            guard let old = former.first(where: { $0.link.matches(token) }) else { return .unknown }
            return old.isUsed ? .used : .expired
        }
        guard !isUsed else { return .used }
        isUsed = true
        if let known { return .returned(known) }
        let new = Session()
        all = keepsSessions ? all + [new] : [new]
        return .opened(new)
    }

    /// Ends a session.
    mutating func revoke(_ session: Session) {
        all.removeAll { $0.cookie.matches(session.cookie.text) }
    }

    /// The session whose cookie the request has.
    func session(of head: RequestHead) -> Session? {
        let cookies = head.cookie(Self.cookieName(local: head.local, isSecure: head.isSecure))
        return all.first { session in cookies.contains { session.cookie.matches($0) } }
    }
}
