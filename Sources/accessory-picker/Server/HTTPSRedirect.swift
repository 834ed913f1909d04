// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Leads a browser that speaks plain HTTP to the encrypted page. The rest of a connection with TLS passes through it.
///
/// The link's secret is safe: a browser sends the part behind the `#` to nobody, and keeps it on its way.
final class HTTPSRedirect: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        /// Nothing has come yet.
        case fresh
        case encrypted
        /// The beginning of a plain request.
        case plain(String)
        /// Nothing more is read.
        case answered
    }

    /// Bytes; a browser's own request has fewer.
    static let limit = 4096

    private var state = State.fresh

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text: String
        switch state {
        case .encrypted: return context.fireChannelRead(data)
        case .answered: return
        case .fresh:
            let buffer = unwrapInboundIn(data)
            // A method is a word of capitals. A TLS record begins with its type, which is no letter (RFC 8446, 5.1).
            guard let first = buffer.readableBytesView.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
            else {
                state = .encrypted
                return context.fireChannelRead(data)
            }
            text = String(buffer: buffer)
        case .plain(let beginning): text = beginning + String(buffer: unwrapInboundIn(data))
        }
        guard text.contains("\r\n\r\n") || text.utf8.count > Self.limit else {
            state = .plain(text)
            return
        }
        state = .answered
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer(to: text))), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: PipeliningLimit.lingerTime) { bound.value.close(promise: nil) }
    }

    func read(context: ChannelHandlerContext) {
        if case .answered = state { return }
        context.read()
    }

    /// The whole answer to a plain request.
    static func answer(to request: String) -> String {
        let address = address(of: request)
        let status = address == nil ? "400 Bad Request" : "307 Temporary Redirect"
        let location = address.map { "Location: \($0)\r\n" } ?? ""
        let link = address.map { "<a href=\"\($0)\">\($0)</a>" } ?? "https://"
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>This page is encrypted</title>
            <h1>This page is encrypted</h1><p>Its address begins with https: \(link)</p></html>

            """
        return "HTTP/1.1 \(status)\r\n\(location)Content-Type: text/html; charset=utf-8\r\n"
            + "Content-Length: \(page.utf8.count)\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n\(page)"
    }

    /// The encrypted page's address at the host that the request names. Nil for a request that names none.
    private static func address(of request: String) -> String? {
        let lines = request.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ") ?? []
        let isHost = { (line: Substring) in line.lowercased().hasPrefix("host:") }
        guard words.count == 3, let line = lines.dropFirst().first(where: isHost) else { return nil }
        let host = line.dropFirst("host:".count).filter { $0 != " " && $0 != "\t" }
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]"
        guard !host.isEmpty, host.utf8.count <= 260, host.lowercased().allSatisfy({ letters.contains($0) }) else {
            return nil
        }
        return "https://\(host)\(words[1] == "/open" ? "/open" : "/")"
    }
}
