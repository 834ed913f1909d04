// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import NIOCore

/// The event stream of a page.
extension PageResponder {
    /// How often a stream without changes shows that it is alive.
    static let heartbeat = Duration.seconds(30)

    /// Sends the whole state now and at every change, with the server's proof, until the reader or the session is gone.
    @concurrent
    func stream(
        _ request: Request, _ writer: consuming ResponseWriter, _ session: Session?, local: String
    ) async throws {
        let phone = session.flatMap { phones?.phone(of: $0) }
        let (id, states) = page.subscribe(
            session?.cookie.text, arrivingAt: LocalInterface.name(of: local),
            mayNotAdd: phone.flatMap { AddRefusal($0) })
        defer { page.unsubscribe(id) }
        var body: any ResponseBodyWriter = try await writer.writeHead(PageResponse.streamHead)
        let (page, clock) = (page, clock)
        try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    while true {
                        try await clock.sleep(for: Self.heartbeat)
                        page.show(again: id)
                    }
                }
                let id = session.map { "id: \($0.proof.text)\n" } ?? ""
                for await state in states { try await body.write(ByteBuffer(string: "\(id)data: \(state)\n\n")) }
            }
        }
        try await body.finish(nil)
    }
}
