// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// One open descriptor, and the few system calls on it. It closes when nobody holds it any more, unless it has another
/// owner.
///
/// Every watch on the descriptor holds it as well, so its number is not reused while an event may still come.
final class FileDescriptor: Sendable {
    let number: Int32
    /// The object that closes it; kept until this ends.
    private let owner: (any AnyObject & Sendable)?

    init(adopting number: Int32) {
        self.number = number
        owner = nil
    }

    init(_ number: Int32, of owner: any AnyObject & Sendable) {
        self.number = number
        self.owner = owner
    }

    deinit {
        if owner == nil { _ = Glibc.close(number) }
    }

    /// A new stream socket, non-blocking, closed on exec.
    static func stream(for subject: String) throws(SocketError) -> FileDescriptor {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard number >= 0 else { throw .system(call: "socket", subject: subject, code: errno) }
        return FileDescriptor(adopting: number)
    }

    /// Two sockets connected to each other.
    static func pair() throws(SocketError) -> (FileDescriptor, FileDescriptor) {
        var numbers: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0, &numbers) == 0 else {
            throw .system(call: "socketpair", subject: "socketpair", code: errno)
        }
        return (FileDescriptor(adopting: numbers[0]), FileDescriptor(adopting: numbers[1]))
    }

    private static let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// Makes a descriptor that came from elsewhere non-blocking and closed on exec.
    func adopt() throws(SocketError) {
        let status = fcntl(number, F_GETFL)
        guard status >= 0, fcntl(number, F_SETFL, status | O_NONBLOCK) >= 0, fcntl(number, F_SETFD, FD_CLOEXEC) >= 0
        else { throw .system(call: "fcntl", subject: "descriptor \(number)", code: errno) }
    }

    enum Received {
        case bytes([UInt8])
        case nothingYet
        case end
    }

    /// The most that is received at once.
    static let receiveSize = 64 << 10

    /// The buffer for receiving. Messages are copied out of it, so a short one does not occupy this size as long as it
    /// is kept.
    private static let arrivals = Mutex([UInt8](repeating: 0, count: receiveSize))

    func receive() -> Received {
        Self.arrivals.withLock { arrivals in
            while true {
                let count = recv(number, &arrivals, arrivals.count, 0)
                if count > 0 { return .bytes(Array(arrivals[..<count])) }
                if count == 0 { return .end }
                if errno == EAGAIN { return .nothingYet }
                if errno != EINTR { return .end }
            }
        }
    }

    /// Sends as much as the kernel takes now; nil if the peer is gone.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { return nil }
        }
    }

    /// Ends both directions; the peer notices at once.
    func shutdown() {
        _ = Glibc.shutdown(number, Int32(SHUT_RDWR))
    }

    /// Whether the peer has closed both directions, not just its sending one.
    var isHungUp: Bool {
        var request = pollfd(fd: number, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
    }

    func connect(to path: String) throws(SocketError) {
        try withAddress(path, "connect") { Glibc.connect(number, $0, $1) }
    }

    func bind(to path: String) throws(SocketError) {
        try withAddress(path, "bind") { Glibc.bind(number, $0, $1) }
    }

    func listen(at path: String) throws(SocketError) {
        guard Glibc.listen(number, Int32(SOMAXCONN)) == 0 else {
            throw .system(call: "listen", subject: path, code: errno)
        }
    }

    enum Accepted {
        case socket(FileDescriptor)
        case nothingYet
        case noDescriptorLeft
    }

    func accept() -> Accepted {
        while true {
            // Swift's Glibc hides accept4, which would set the flags in the same step.
            let accepted = Glibc.accept(number, nil, nil)
            if accepted >= 0 {
                let descriptor = FileDescriptor(adopting: accepted)
                if (try? descriptor.adopt()) != nil { return .socket(descriptor) }
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noDescriptorLeft
            default: return .nothingYet
            }
        }
    }

    private func withAddress(
        _ path: String, _ call: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SocketError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
        let bytes = Array(path.utf8)
        guard bytes.count <= limit else { throw .pathTooLong(path, limit: limit) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw .system(call: call, subject: path, code: errno) }
    }
}
