// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A request as bytes, and how to recognize its reply.
struct Question {
    let request: [UInt8]
    private let isBus: Bool

    /// From the command line; nil when it is not one.
    init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("json", 2):
            request = Array(words[1].utf8) + [0]
            isBus = false
            return
        case ("networkmanager", 1):
            request = BusMessage.networkManagerState.bytes
        case ("permissions", 1):
            request = BusMessage.permissionLookup.bytes
        case ("polkit", 3):
            guard let process = UInt32(words[1]), let started = UInt64(words[2]) else { return nil }
            request = BusMessage.checkAuthorization(process: process, started: started).bytes
        case _:
            return nil
        }
        isBus = true
    }

    /// A connection that is ready for the request. The bus has been greeted.
    func connect(to path: String) -> Int32 {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { fail("\(path): is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, size) == 0 }
        }
        guard isConnected else { fail("\(path): \(String(cString: strerror(errno)))") }
        if isBus { greet(socket) }
        return socket
    }

    /// The reply, where these bytes end with one. Ends the program when it is an error.
    func reply(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        if isBus { return BusMessage.reply(in: bytes) }
        guard bytes.last == 0 else { return nil }
        let text = String(decoding: bytes.dropLast(), as: UTF8.self)
        guard !text.hasPrefix("{\"error\"") else { fail("the reply is an error: \(text)") }
        return bytes
    }

    /// Authenticates, requests a name, and reads the replies of the bus.
    private func greet(_ socket: Int32) {
        let uid = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        write([0] + Array("AUTH EXTERNAL \(uid)\r\n".utf8), to: socket)
        _ = read(from: socket)
        write(Array("BEGIN\r\n".utf8) + BusMessage.hello.bytes, to: socket)
        var answer: [UInt8] = []
        // The reply with the name, and the signal NameAcquired.
        while BusMessage.count(in: answer) < 2 { answer += read(from: socket) }
    }

    private func write(_ bytes: [UInt8], to socket: Int32) {
        guard Glibc.write(socket, bytes, bytes.count) == bytes.count else { fail("the bus takes no greeting") }
    }

    private func read(from socket: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(socket, &bytes, bytes.count)
        guard count > 0 else { fail("the bus refused us") }
        return Array(bytes[..<count])
    }
}
