// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Glibc

/// The answer of a web server in the accessory: one GET, without a library.
///
/// An app with an HTTP library uses that. One thing matters that many of them cannot do: the socket is bound to the
/// accessory's interface, so that another network with the same addresses is not mistaken for it.
struct WebPage {
    let status: String
    let body: String

    struct Failure: Error { let text: String }

    /// Seconds that the accessory may stay silent.
    private static let patience = 10
    private static let largest = 64 << 10

    /// Fetches `http://GATEWAY/` by the link.
    static func fetch(over link: ASHotspotLink) async throws -> WebPage {
        let reply: Result<WebPage, Failure> = await withCheckedContinuation { continuation in
            // It blocks.
            DispatchQueue.global().async {
                do throws(Failure) {
                    continuation.resume(returning: .success(try WebPage(link)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try reply.get()
    }

    private init(_ link: ASHotspotLink) throws(Failure) {
        guard let gateway = link.gateway else { throw Failure(text: "it named no gateway") }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("making a socket") }
        defer { close(descriptor) }
        var name = Array(link.interface.utf8)
        guard setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, &name, socklen_t(name.count)) == 0 else {
            throw Self.failure("binding a socket to \(link.interface)")
        }
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        try Self.connect(descriptor, to: gateway)
        let request = Array("GET / HTTP/1.0\r\nHost: \(gateway)\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Self.failure("asking \(gateway)")
        }
        try self.init(reply: Self.everything(from: descriptor, gateway))
    }

    private static func connect(_ descriptor: Int32, to gateway: String) throws(Failure) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(80).bigEndian
        guard inet_pton(AF_INET, gateway, &address.sin_addr) == 1 else {
            throw Failure(text: "\(gateway) is no IPv4 address")
        }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw failure("connecting to \(gateway)") }
    }

    private static func everything(from descriptor: Int32, _ gateway: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count < largest {
            let count = recv(descriptor, &part, part.count, 0)
            guard count >= 0 else { throw failure("reading the answer of \(gateway)") }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    private init(reply: [UInt8]) throws(Failure) {
        let text = String(decoding: reply, as: UTF8.self)
        guard text.hasPrefix("HTTP/1."), let head = text.firstRange(of: "\r\n\r\n") else {
            throw Failure(text: "its answer is not HTTP")
        }
        status = String(text.prefix { $0 != "\r\n" }.dropFirst("HTTP/1.x ".count))
        // Whatever an accessory sends, the terminal gets text.
        body = String(text[head.upperBound...].filter { $0.isNewline || !($0.asciiValue.map { $0 < 32 } ?? false) })
    }

    private static func failure(_ what: String) -> Failure {
        let code = errno
        let why = code == EAGAIN ? "no answer in \(patience) s" : String(cString: strerror(code))
        return Failure(text: "\(what): \(why)")
    }
}
