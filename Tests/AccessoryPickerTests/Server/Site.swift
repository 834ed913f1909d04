// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import FoundationEssentials
import NIOCore
import Synchronization
import Testing

@testable import accessory_picker

/// The picker's server in this process, on a port of loopback, and what a browser does with it.
struct Site: Sendable {
    let responder: PageResponder
    let page: SharedPageState
    let port: Int
    let isSecure: Bool
    /// The agent's pictures that were asked for.
    let fetched: Fetched

    final class Fetched: Sendable {
        let references = Mutex<[String]>([])
    }

    var host: String { "127.0.0.1:\(port)" }

    /// No agent runs: `control.socket` is nowhere. The server is patient, because on a busy machine a test can wait longer for
    /// a thread than a stranger may keep a connection.
    static func run(
        patience: TimeAmount = .hours(1), pictureTime: Duration = PageResponder.usualPictureTime,
        certificate: Certificate? = nil, phones: Phones? = nil,
        paired: @escaping @Sendable (String) -> Void = { _ in }, _ body: @escaping @Sendable (Site) async throws -> Void
    ) async throws {
        let sockets = AgentSockets(directory: "/nonexistent")
        let (page, fetched) = (SharedPageState(), Fetched())
        let control = ControlClient(sockets)
        let acts = Acts(
            picker: PickerClient(sockets), control: control, page: page,
            addition: AdditionRun(control: control, page: page, clock: LoopClock()),
            moves: MoveOrders(control: control, page: page)
        ) {}
        let responder = PageResponder(
            page: page, acts: acts,
            pictures: PagePictures { reference in
                fetched.references.withLock { $0.append(reference) }
                if reference == "image:evil" { return ImageReply(type: "text/html", data: "PGI+") }
                return ImageReply(type: "image/png", data: Data([1, 2, 3]).base64EncodedString())
            },
            texts: try Texts.all(), sessions: phones.map { Sessions(keeping: $0.sessions) } ?? Sessions(),
            phones: phones, pictureTime: pictureTime
        ) { event in if case .paired(let phone) = event { paired(phone) } }
        let place = PagePlace(
            address: ListenAddress(address: "127.0.0.1", port: 0), names: [], certificate: certificate)
        let (ports, found) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await WebServer(responder: responder, place: place, patience: patience).run { found.yield($0) }
                found.finish()
            }
            guard let port = await ports.first(where: { _ in true }) else { throw Closed() }
            try await body(
                Site(responder: responder, page: page, port: port, isSecure: certificate != nil, fetched: fetched))
            group.cancelAll()
        }
    }

    struct Closed: Error {}

    /// A browser that opened the link.
    struct Browser: Sendable {
        var cookie: String
        var key: String
    }

    func open() async throws -> Browser {
        let link = responder.link ?? responder.makeLink()
        let reply = try await post("/open", #"{"token": "\#(link.text)"}"#)
        #expect(reply.status == 200)
        let cookie = try #require(reply.header("set-cookie")?.split(separator: ";").first)
        let key = try #require(reply.body.firstMatch(of: /"key":"([^"]+)"/)?.1)
        return Browser(cookie: String(cookie), key: String(key))
    }

    func get(
        _ path: String, _ browser: Browser? = nil, _ extra: [String] = [], host: String? = nil
    ) async throws -> Reply {
        try await Visit(port, isSecure: isSecure).ask(
            request("GET", path, browser, ["Host: \(host ?? self.host)"] + extra))
    }

    func post(_ path: String, _ body: String, _ browser: Browser? = nil, origin: String? = nil) async throws -> Reply {
        let headers = [
            "Host: \(host)", "Origin: \(origin ?? "\(isSecure ? "https" : "http")://\(host)")",
            "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)",
        ]
        return try await Visit(port, isSecure: isSecure).ask(request("POST", path, browser, headers) + body)
    }

    func post(_ path: String, picture: [UInt8], as type: String, _ browser: Browser?) async throws -> Reply {
        let headers = [
            "Host: \(host)", "Origin: http://\(host)", "Content-Type: \(type)", "Content-Length: \(picture.count)",
        ]
        return try await Visit(port).ask(request("POST", path, browser, headers), picture)
    }

    func request(_ method: String, _ path: String, _ browser: Browser?, _ headers: [String]) -> String {
        let mine = browser.map { ["Cookie: \($0.cookie)", "X-Accessory-Picker: \($0.key)"] } ?? []
        let lines = ["\(method) \(path) HTTP/1.1"] + headers + mine + ["Connection: close", "", ""]
        return lines.joined(separator: "\r\n")
    }
}
