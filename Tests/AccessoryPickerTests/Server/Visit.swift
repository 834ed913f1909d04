// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// An answer, as its bytes came.
struct Reply: Sendable {
    var text: String

    var status: Int { Int(text.dropFirst(9).prefix(3)) ?? 0 }

    var head: String {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return text }
        return String(text[..<end.lowerBound])
    }

    var body: String {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return "" }
        return String(text[end.upperBound...])
    }

    func header(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }
}

/// The data of a connection, piece by piece.
struct Chunks: Sendable {
    fileprivate let stream: AsyncStream<String>

    /// Nil when the server has closed.
    func next() async -> String? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}

/// One connection, on which a test writes any bytes: no client corrects them.
struct Visit: Sendable {
    private let port: Int
    /// Over TLS, without a look at the certificate.
    private let isSecure: Bool

    init(_ port: Int, isSecure: Bool = false) {
        self.port = port
        self.isSecure = isSecure
    }

    /// Sends it and reads until the server closes.
    func ask(_ request: String, _ body: [UInt8] = []) async throws -> Reply {
        try await talk { send, chunks in
            try await send(Array(request.utf8) + body)
            var text = ""
            while let chunk = await chunks.next() { text += chunk }
            return Reply(text: text)
        }
    }

    /// Sends a request and reads its event stream, piece by piece.
    func listen(_ request: String, _ receive: @escaping @Sendable (Chunks) async throws -> Void) async throws {
        try await talk { send, chunks in
            try await send(Array(request.utf8))
            try await receive(chunks)
        }
    }

    /// Sends the same part again and again after a request. Returns how many were taken before the server closed.
    func pour(_ request: String, part: [UInt8], most: Int) async -> Int {
        let taken = Mutex(0)
        try? await talk { send, _ in
            try await send(Array(request.utf8))
            for _ in 0..<most {
                try await send(part)
                taken.withLock { $0 += 1 }
            }
        }
        return taken.withLock { $0 }
    }

    /// Makes so many connections, one after the other, each of which gets an answer and is kept until `body` is done.
    static func keep(_ count: Int, _ port: Int, _ request: String, _ body: @escaping @Sendable () async throws -> Void)
        async throws
    {
        guard count > 0 else { return try await body() }
        try await Visit(port).talk { send, chunks in
            try await send(Array(request.utf8))
            _ = await chunks.next()
            try await keep(count - 1, port, request, body)
        }
    }

    private func talk<R: Sendable>(
        _ body: @escaping @Sendable (@Sendable ([UInt8]) async throws -> Void, Chunks) async throws -> R
    ) async throws -> R {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if isSecure {
                        var configuration = TLSConfiguration.makeClientConfiguration()
                        configuration.certificateVerification = .none
                        let context = try NIOSSLContext(configuration: configuration)
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, _ in
            let (chunks, continuation) = AsyncStream<String>.makeStream()
            async let reading: Void = {
                // After a reset nothing more arrives.
                do { for try await buffer in inbound { continuation.yield(String(buffer: buffer)) } } catch {}
                continuation.finish()
            }()
            // Not by the writer, which takes what the channel has not sent yet.
            let send: @Sendable ([UInt8]) async throws -> Void = {
                try await channel.channel.writeAndFlush(ByteBuffer(bytes: $0)).get()
            }
            let result = try await body(send, Chunks(stream: chunks))
            channel.channel.close(promise: nil)
            await reading
            return result
        }
    }
}
