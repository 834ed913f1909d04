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
                report(.notStored(error))
                return refused(opening: "storage", .serviceUnavailable)
            }
        case .used, .expired, .unknown: break
        }
        report(.linkUsed(opening))
        return switch opening {
        case .opened(let session), .returned(let session):
            PageResponse(
                .ok, type: "application/json",
                Self.json(Opened(key: session.key.text, proof: session.proof.text, stays: phones != nil)),
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
        PageResponse(status, type: "application/json", Self.json(Refused(error: error, message: "")))
    }
}
