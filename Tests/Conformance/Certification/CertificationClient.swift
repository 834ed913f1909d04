// SPDX-License-Identifier: Apache-2.0

import Varlink

/// Calls every method in order, each with what the one before replied. The service refuses what differs by a byte.
struct CertificationClient {
    let connection: ClientConnection

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    func run() async throws {
        let client = try await connection.call(name("Start"), as: ClientID.self).id
        let truth: Truth = try await call("Test01", client, Nothing())
        let whole: Whole = try await call("Test02", client, truth)
        let fraction: Fraction = try await call("Test03", client, whole)
        let text: Text = try await call("Test04", client, fraction)
        let scalars: Scalars = try await call("Test05", client, text)
        let structure: Structure = try await call("Test06", client, scalars)
        let mapping: Mapping = try await call("Test07", client, structure)
        let members: Members = try await call("Test08", client, mapping)
        let mixed: Mixed = try await call("Test09", client, members)
        var replies = Replies(texts: [])
        let stream = try connection.stream(name("Test10"), Turn(client, mixed), as: Text.self)
        for try await reply in stream { replies.texts.append(reply.string) }
        guard replies.texts.count == 10 else {
            throw Refusal(description: "Test10 replied \(replies.texts.count) times, not 10")
        }
        try connection.callOneway(name("Test11"), Turn(client, replies))
        let end: End = try await call("End", client, Nothing())
        guard end.isGood else { throw Refusal(description: "End replied that not all was well") }
    }

    private func call<Reply: Decodable>(
        _ method: String, _ client: String, _ values: some Codable
    ) async throws -> Reply {
        do {
            return try await connection.call(name(method), Turn(client, values))
        } catch {
            throw Refusal(description: "\(method): \(error)")
        }
    }

    private func name(_ method: String) -> String { "org.varlink.certification.\(method)" }
}
