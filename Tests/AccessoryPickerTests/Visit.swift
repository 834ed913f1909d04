// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// An answer, as its bytes came.
struct Reply: Sendable {
    var text: String

    var status: Int { Int(text.dropFirst(9).prefix(3)) ?? 0 }
    var head: String { String(text.prefix(upTo: text.firstRange(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)) }
    var body: String { text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }

    func header(_ name: String) -> String? {
        head.split(separator: "\r\n").dropFirst().lazy.map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0.count == 2 && $0[0].lowercased() == name }.map { String($0[1].drop { $0 == " " }) }
    }
}

/// One connection, on which a test writes what it likes: no client's good manners stand between.
struct Visit: Sendable {
    private let port: Int

    init(_ port: Int) { self.port = port }

    /// Sends it and reads until the server closes.
    func ask(_ request: String) async throws -> Reply {
        try await talk { send, chunks in
            try await send(request)
            var text = ""
            for try await chunk in chunks { text += chunk }
            return Reply(text: text)
        }
    }

    /// Sends a request and reads its event stream, piece by piece.
    func listen(_ request: String, _ hear: (inout AsyncThrowingStream<String, any Error>.Iterator) async throws -> Void) async throws {
        try await talk { send, chunks in
            try await send(request)
            var iterator = chunks.makeAsyncIterator()
            try await hear(&iterator)
        }
    }

    private func talk<R>(
        _ body: ((String) async throws -> Void, AsyncThrowingStream<String, any Error>) async throws -> R
    ) async throws -> R {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let (chunks, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
            async let reading: Void = {
                do {
                    for try await buffer in inbound { continuation.yield(String(buffer: buffer)) }
                    continuation.finish()
                } catch {
                    // A connection that is reset has said all that it will.
                    continuation.finish()
                }
            }()
            let result = try await body({ try await outbound.write(ByteBuffer(string: $0)) }, chunks)
            channel.channel.close(promise: nil)
            await reading
            return result
        }
    }
}
