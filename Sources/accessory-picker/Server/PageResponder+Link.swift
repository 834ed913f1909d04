// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Synchronization

/// The link, which a browser exchanges for a session.
extension PageResponder {
    private struct Token: Decodable {
        var token: String
    }

    private struct Opened: Encodable {
        /// The page's proof of itself.
        var key: String
        /// The server's.
        var proof: String
        /// The session outlives this process.
        var stays: Bool
    }

    /// The link's token, until it is used. Nil before the first one.
    var link: Secret? { sessions.withLock { $0.link } }

    /// A new link ends the current session.
    func renewLink() {
        sessions.withLock { $0.renewLink() }
        page.endStreams()
    }

    /// A new link that ends no session.
    func makeLink() -> Secret {
        let link = Secret()
        sessions.withLock { $0.renewLink(link, endsSession: false) }
        return link
    }

    func withdrawLink(_ link: Secret) { sessions.withLock { $0.withdrawLink(link) } }

    /// What a phone may do has changed: the pages return at once, and show it.
    func showAgain() { page.endStreams() }

    /// Ends a session. The pages of others return at once.
    func revoke(_ session: Session) {
        sessions.withLock { $0.revoke(session) }
        page.endStreams()
    }

    func open(_ body: Data, _ head: RequestHead, userAgent: String) -> PageResponse {
        guard let token = try? JSONDecoder().decode(Token.self, from: body) else { return PageResponse(.badRequest) }
        let opening = sessions.withLock { sessions in
            let known = sessions.session(of: head)
            return sessions.open(token.token, by: known)
        }
        switch opening {
        case .opened(let session):
            do {
                try keep(session, by: token.token, userAgent: userAgent)
            } catch {
                sessions.withLock { $0.revoke(session) }
                report(.notStored(error))
                return refused(opening: "storage", .serviceUnavailable)
            }
        case .returned(let session):
            do {
                if let name = try phones?.renew(session, by: token.token) { report(.paired(phone: name)) }
            } catch {
                showAgain()
                report(.notStored(error))
                return refused(opening: "storage", .serviceUnavailable)
            }
        case .used, .expired, .unknown: break
        }
        report(.linkUsed(opening))
        return switch opening {
        case .opened(let session), .returned(let session):
            PageResponse(
                .ok, json: Opened(key: session.key.text, proof: session.proof.text, stays: phones != nil),
                cookie: cookie(session, head))
        case .used: refused(opening: "used")
        case .expired: refused(opening: "expired")
        case .unknown: refused(opening: "unknown")
        }
    }

    /// Keeps the phone of a new session. Without phones, the page of another browser ends.
    private func keep(_ session: Session, by link: String, userAgent: String) throws(StateFault) {
        guard let phones else { return page.endStreams() }
        report(.paired(phone: try phones.add(session, by: link, userAgent: userAgent)))
    }

    private func refused(opening error: String, _ status: HTTPResponse.Status = .forbidden) -> PageResponse {
        PageResponse(status, json: Refused(error: error, message: ""))
    }
}
