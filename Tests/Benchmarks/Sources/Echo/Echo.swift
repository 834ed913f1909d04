// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

/// The floor: sends back what comes, one thread, one read and one write for each message. `Echo SOCKET`.
@main
struct Echo {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: Echo SOCKET") }
        signal(SIGPIPE, SIG_IGN)
        let listener = listen(at: CommandLine.arguments[1])
        let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        watch(listener, with: poll)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        while true {
            let count = epoll_wait(poll, &events, Int32(events.count), -1)
            guard count >= 0 || errno == EINTR else { fail("epoll_wait") }
            for event in events.prefix(Int(max(0, count))) {
                let socket = event.data.fd
                if socket == listener {
                    let accepted = accept(listener, nil, nil)
                    guard accepted >= 0 else { fail("accept") }
                    watch(accepted, with: poll)
                    continue
                }
                let received = read(socket, buffer.baseAddress, buffer.count)
                // The messages are small and their sender waits, so one write takes all of it.
                if received <= 0 || write(socket, buffer.baseAddress, received) != received { close(socket) }
            }
        }
    }

    private static func watch(_ descriptor: Int32, with poll: Int32) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        guard epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { fail("epoll_ctl") }
    }

    private static func listen(at path: String) -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { fail("\(path): is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        guard isBound, Glibc.listen(listener, SOMAXCONN) == 0 else { fail(path) }
        return listener
    }

    private static func fail(_ what: String) -> Never {
        perror(what)
        exit(1)
    }
}
