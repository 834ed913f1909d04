// SPDX-License-Identifier: Apache-2.0

import CNetworkManager
import Glibc

/// The bytes between a connection and the bus.
struct BusStream {
    private let stream: Object
    let descriptor: Int32
    private var arrived: [UInt8]
    private var start = 0
    private var end = 0
    /// The bytes that the kernel has not taken yet.
    private var waiting: [UInt8] = []
    private var isGreeted = false

    /// The most that is received at once.
    private static let receiveSize = 16 << 10

    /// Connects to the bus at this D-Bus address.
    static func to(_ address: String) async throws -> BusStream {
        let reply = await reply { g_dbus_address_get_stream(address, nil, $0, $1) }
        let stream = Object(
            owned: OpaquePointer(try found { g_dbus_address_get_stream_finish(reply.result, nil, $0) }))
        return try BusStream(stream)
    }

    /// Takes a GSocketConnection, which never blocks.
    private init(_ stream: Object) throws(BusFault) {
        let connection = UnsafeMutablePointer<GSocketConnection>(stream.pointer)
        guard let socket = g_socket_connection_get_socket(connection) else { throw BusFault(message: "no socket") }
        self.stream = stream
        descriptor = g_socket_get_fd(socket)
        arrived = [UInt8](repeating: 0, count: Self.receiveSize)
        // The bus knows who we are from the kernel (D-Bus specification, "Authentication Mechanisms"). It takes the rest
        // ahead of its answer.
        let user = "\(geteuid())".utf8.map { (String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16)) }.joined()
        waiting = Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
    }

    /// Sends, after what waits already. Returns whether some bytes wait for room.
    mutating func send(_ bytes: [UInt8]) -> Bool {
        waiting += bytes
        return flush()
    }

    /// Sends what waits. Returns whether some bytes wait for room. The loss of the bus shows when reading.
    mutating func flush() -> Bool {
        while !waiting.isEmpty {
            let count = waiting.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 && errno == EAGAIN }
            waiting.removeFirst(count)
        }
        return false
    }

    var hasWaitingBytes: Bool { !waiting.isEmpty }

    /// Receives what is there. False at the end.
    mutating func receive() -> Bool {
        if start == end, arrived.count > Self.receiveSize { arrived = [UInt8](repeating: 0, count: Self.receiveSize) }
        if start > 0 {
            arrived.replaceSubrange(0..<(end - start), with: Array(arrived[start..<end]))
            (start, end) = (0, end - start)
        }
        if arrived.count - end < Self.receiveSize / 2 { arrived += [UInt8](repeating: 0, count: arrived.count) }
        while true {
            let count = arrived.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + end }, $0.count - end, 0)
            }
            if count > 0 {
                end += count
                return true
            }
            if count == 0 { return false }
            if errno == EAGAIN { return true }
            if errno != EINTR { return false }
        }
    }

    /// The next message that is there.
    mutating func next() throws -> BusMessage? {
        guard try greeted() else { return nil }
        let rest = start..<end
        let message = try arrived.withUnsafeMutableBytes { bytes -> (BusMessage, Int)? in
            let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[rest])
            guard let length = try BusMessage.length(of: bytes), length <= bytes.count else { return nil }
            return (try BusMessage(UnsafeMutableRawBufferPointer(rebasing: bytes[..<length])), length)
        }
        guard let (message, length) = message else { return nil }
        start += length
        return message
    }

    /// Whether the bus has accepted us: its first line says so.
    private mutating func greeted() throws(BusFault) -> Bool {
        if isGreeted { return true }
        guard let line = arrived[start..<end].firstIndex(of: UInt8(ascii: "\n")) else { return false }
        guard arrived[start..<end].starts(with: "OK ".utf8) else {
            throw BusFault(
                name: "org.freedesktop.DBus.Error.AuthFailed", message: "the bus does not accept this user")
        }
        start = line + 1
        isGreeted = true
        return true
    }
}
