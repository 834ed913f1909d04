// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// Answers requests. The sessions decide whether, and this decides what.
final class PageResponder: Sendable {
    /// What a request did beside its answer.
    enum Event: Sendable {
        case linkUsed(Sessions.LinkUse)
        /// This phone opened a link, and is kept.
        case paired(phone: String)
        /// The list of phones is as it was before.
        case notStored(StateFault)
    }

    struct Refused: Encodable {
        var error: String
        var message: String
        var field: String?
        var reason: FailureReason?
    }

    let sessions: Mutex<Sessions>
    let page: SharedPageState
    let acts: Acts
    private let pictures: PagePictures
    private let texts: [Texts]
    private let kind: PickerKind
    /// Nil if sessions are not kept.
    let phones: Phones?
    let clock: any Clock<Duration>
    let pictureTime: Duration
    let report: @Sendable (Event) -> Void

    init(
        page: SharedPageState, acts: Acts, pictures: PagePictures, texts: [Texts], kind: PickerKind = .terminal,
        sessions: Sessions, phones: Phones? = nil, clock: any Clock<Duration> = LoopClock(),
        pictureTime: Duration = usualPictureTime,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.sessions = Mutex(sessions)
        self.page = page
        self.acts = acts
        self.pictures = pictures
        self.texts = texts
        self.kind = kind
        self.phones = phones
        self.clock = clock
        self.pictureTime = pictureTime
        self.report = report
    }

    /// - Parameter recognized: called if the request came with a session's cookie.
    @concurrent
    func respond(
        _ request: Request, _ writer: consuming ResponseWriter, local: String, isSecure: Bool,
        recognized: @Sendable (ConnectionLimit.Owner) -> Void = { _ in }
    ) async throws {
        let head = Self.head(request, local: local, isSecure: isSecure)
        let (authorization, session) = sessions.withLock { ($0.authorization(head), $0.session(of: head)) }
        if let session {
            recognized(
                ConnectionLimit.Owner(session: session.cookie.text, hasKey: session.key.matches(head.key ?? "")))
        }
        let response: PageResponse
        switch authorization {
        case .refused(let refusal): response = refused(refusal)
        case .locked: response = locked(request)
        case .granted(.events): return try await stream(request, writer, session, local: local)
        case .granted(let route): response = try await self.response(to: request, route, head, session)
        }
        try await writer.write(
            response: response.head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
        if authorization == .granted(.act(.close)) { acts.closed() }
    }

    private func response(
        to request: Request, _ route: Route, _ head: RequestHead, _ session: Session?
    ) async throws -> PageResponse {
        let texts = Texts.preferred(request.headers[.acceptLanguage], of: texts)
        switch route {
        case .file(let file):
            var response = PageResponse(.ok, type: file.type, contents(of: file, texts))
            if file == .page { response.cookie = renewedCookie(session, head) }
            return response
        case .texts:
            return PageResponse(.ok, type: "application/json", texts?.json ?? [])
        case .proof:
            guard let challenge = request.uri.queryParameters["of"].flatMap({ Secret(text: String($0)) }), let session
            else { return PageResponse(.badRequest) }
            return PageResponse(.ok, type: "text/plain", Array(try session.answer(to: challenge).utf8))
        case .image:
            guard let reference = request.uri.queryParameters["of"], isShown(String(reference)),
                let picture = await pictures.picture(String(reference))
            else { return PageResponse(.noContent) }
            return PageResponse(.ok, type: picture.type, picture.bytes)
        case .open:
            guard let body = await body(of: request) else { return tooLarge }
            return open(body, head, userAgent: request.headers[.userAgent] ?? "")
        case .act(let act) where !isAllowed(act, session):
            return notAllowed(act)
        case .act(.picture):
            // Before the body: it takes the memory.
            guard await acts.pictures.begin(for: session?.cookie.text ?? "") else {
                return refused(
                    AccessoryError(.busy, "another picture is being read", field: "picture.busy"), closes: true)
            }
            defer { acts.pictures.end() }
            guard isAllowed(.picture, session) else { return notAllowed(.picture) }
            return await answerToPicture(in: request, of: session)
        case .act(let act):
            guard let body = await body(of: request, limit: act.bodyLimit) else { return tooLarge }
            return await perform(act, body, of: session)
        case .events:
            return PageResponse(.notFound)
        }
    }

    private func contents(of file: PageFile, _ texts: Texts?) -> [UInt8] {
        guard file.isTemplate, let texts else { return file.bytes }
        return texts.filled(file.bytes, for: kind, host: HostName.own)
    }

    /// The reason why a browser without a session does not see the page.
    private func locked(_ request: Request) -> PageResponse {
        let texts = Texts.preferred(request.headers[.acceptLanguage], of: texts)
        return PageResponse(.forbidden, type: PageFile.locked.type, contents(of: .locked, texts), closes: true)
    }

    private func notAllowed(_ act: Route.Act) -> PageResponse {
        refused(
            AccessoryError(
                .notAuthorized, "root has not let this phone do that; 'accessory-picker phones allow' does",
                field: "phone.\(act.right.rawValue)"), closes: true)
    }

    /// Whether root has let the phone of this request do that. Without phones, a session may do all.
    private func isAllowed(_ act: Route.Act, _ session: Session?) -> Bool {
        guard let phones else { return true }
        return session.flatMap { phones.phone(of: $0) }?.rights.contains(act.right) == true
    }

    /// The response holds only the status.
    private func refused(_ refusal: Authorization.Refusal) -> PageResponse {
        let page = "<!doctype html><meta charset=utf-8><title>\(refusal.rawValue)</title>\n"
        return PageResponse(
            HTTPResponse.Status(code: refusal.rawValue), type: "text/html; charset=utf-8", Array(page.utf8),
            closes: true)
    }

    private func refused(_ error: AccessoryError, closes: Bool = false) -> PageResponse {
        let refused = Refused(
            error: error.code.rawValue, message: error.message, field: error.field, reason: error.reason)
        return PageResponse(.conflict, json: refused, closes: closes)
    }

    var tooLarge: PageResponse { PageResponse(.contentTooLarge, closes: true) }

    /// Nil if it is larger than anything that the page sends with this request.
    func body(of request: Request, limit: Int = Route.bodyLimit) async -> Data? {
        guard let buffer = try? await request.body.collect(upTo: limit) else { return nil }
        return Data(buffer.readableBytesView)
    }

    func cookie(_ session: Session, _ head: RequestHead) -> String {
        let name = Sessions.cookieName(local: head.local, isSecure: head.isSecure)
        let age = phones == nil ? "" : "; Max-Age=\(Phones.cookieLifetime)"
        let isSecure = head.isSecure ? "; Secure" : ""
        return "\(name)=\(session.cookie.text); Path=/; HttpOnly; SameSite=Strict\(age)\(isSecure)"
    }

    /// A phone that opens the page begins the time of its cookie anew.
    private func renewedCookie(_ session: Session?, _ head: RequestHead) -> String? {
        guard let phones, let session else { return nil }
        do { try phones.noteSeen(session) } catch { report(.notStored(error)) }
        return cookie(session, head)
    }

    func perform(_ act: Route.Act, _ body: Data, of session: Session?) async -> PageResponse {
        do {
            let reading = try await acts.perform(act, body, of: session?.cookie.text ?? "")
            return reading.map { PageResponse(.ok, json: $0) } ?? PageResponse(.noContent)
        } catch let error as AccessoryError {
            return refused(error)
        } catch let fault as AgentFault {
            return PageResponse(.serviceUnavailable, json: Refused(error: "away", message: fault.description))
        } catch {
            return PageResponse(.badRequest)
        }
    }

    /// The page can ask only for pictures that it shows.
    private func isShown(_ image: String) -> Bool {
        let state = page.current
        return state.picker.images.contains(image) || state.accessories.images.contains(image)
            || state.addition.image == image
    }

    private static func head(_ request: Request, local: String, isSecure: Bool) -> RequestHead {
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
        return RequestHead(
            method: request.method.rawValue, path: request.uri.path, local: local, isSecure: isSecure,
            // A second Host would be another address (RFC 9112, 3.2).
            host: header("Host") == nil ? request.head.authority : nil, origin: header("Origin"),
            site: header("Sec-Fetch-Site"),
            cookies: request.headers[values: .cookie],
            key: header(Sessions.keyHeader), contentType: request.headers[.contentType])
    }
}
