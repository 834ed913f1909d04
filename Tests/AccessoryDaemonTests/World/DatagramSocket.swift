// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Varlink

/// The socket on which a test receives the agent's datagrams.
final class DatagramSocket: Sendable {
    private let datagrams: AsyncStream<String>
    private let watch: Watch

    /// - Parameter name: a path, or the name of an abstract socket behind an `@`.
    init(at name: String) throws {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
        }
        guard result == 0 else { throw POSIXError(.EADDRINUSE) }
        let (datagrams, continuation) = AsyncStream.makeStream(of: String.self)
        self.datagrams = datagrams
        watch = EventLoop.shared.whenReadable(adopting: descriptor) {
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while case let count = recv(descriptor, &bytes, bytes.count, 0), count >= 0 {
                continuation.yield(String(decoding: bytes[..<count], as: UTF8.self))
            }
        }
    }

    deinit { watch.cancel() }

    /// The next datagram; waits for it.
    func receive() async -> String { await datagrams.first { _ in true } ?? "" }

    /// The next one that has this in it; waits for it.
    func receive(with text: String) async -> String { await datagrams.first { $0.contains(text) } ?? "" }

    /// The datagrams before the next one that contains this.
    func receive(before text: String) async -> [String] {
        var before: [String] = []
        for await datagram in datagrams {
            if datagram.contains(text) { break }
            before.append(datagram)
        }
        return before
    }
}
