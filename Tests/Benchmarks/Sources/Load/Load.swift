// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

/// Clients that each send a request, wait for the whole reply, and send it again, all in one thread. Requests are
/// encoded beforehand and replies only counted, so that what is measured is the other side.
///
///     Load SOCKET CLIENTS SECONDS json REQUEST
///     Load SOCKET CLIENTS SECONDS networkmanager|permissions
///     Load SOCKET CLIENTS SECONDS polkit PID STARTED
///
/// Prints requests per second, p50 and p99 in microseconds. With `idle` instead of the seconds it connects, asks once
/// for each client, prints `ready`, and stays until its input ends.
@main
struct Load {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let clients = Int(arguments[1]), clients > 0,
            let question = Question(Array(arguments[3...]))
        else { fail("usage: Load SOCKET CLIENTS SECONDS|idle json REQUEST|networkmanager|permissions|polkit ...") }
        var load = Load(arguments[0], clients: clients, question: question)
        if arguments[2] == "idle" {
            load.ask(once: true, until: .max)
            printLine("ready")
            while readLine() != nil {}
            return
        }
        guard let seconds = Double(arguments[2]) else { fail("\(arguments[2]): not a number of seconds") }
        // The first part warms up caches, and is not counted.
        load.ask(until: now() + UInt64(seconds * 0.2e9))
        load.latencies.removeAll(keepingCapacity: true)
        let begin = now()
        load.ask(until: begin + UInt64(seconds * 1e9))
        load.report(nanoseconds: now() - begin)
    }

    private struct Client {
        let socket: Int32
        var sent: UInt64 = 0
        var received = 0
        /// The length of its replies, when the first one has come.
        var expected: Int?
    }

    private let poll: Int32
    private let question: Question
    private var clients: [Client] = []
    private var latencies: [UInt64] = []

    private init(_ path: String, clients count: Int, question: Question) {
        self.question = question
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        latencies.reserveCapacity(4 << 20)
        for index in 0..<count {
            let socket = question.connect(to: path)
            clients.append(Client(socket: socket))
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: UInt64(index)))
            guard epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) == 0 else { fail("epoll_ctl") }
        }
    }

    /// Every client asks, again and again until the end, and has its last reply when this returns.
    private mutating func ask(once: Bool = false, until end: UInt64) {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        // As large as any reply, with the signals that the bus may send before it.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        for index in clients.indices { send(index) }
        var asking = clients.count
        while asking > 0 {
            let count = epoll_wait(poll, &events, Int32(events.count), 10_000)
            guard count != 0 else { fail("no reply within 10 seconds") }
            for event in events.prefix(Int(max(0, count))) {
                let index = Int(event.data.u64)
                let received = read(clients[index].socket, buffer.baseAddress, buffer.count)
                guard received > 0 else { fail("the connection was closed") }
                guard isReply(UnsafeRawBufferPointer(rebasing: buffer[..<received]), to: index) else { continue }
                let time = now()
                latencies.append(time - clients[index].sent)
                if once || time >= end {
                    asking -= 1
                } else {
                    send(index)
                }
            }
        }
    }

    private mutating func send(_ index: Int) {
        clients[index].sent = now()
        clients[index].received = 0
        let count = question.request.count
        guard write(clients[index].socket, question.request, count) == count else { fail("the request was not taken") }
    }

    /// Whether this ends the reply that the client waits for. Each client's first reply is looked at, all others have its
    /// length.
    private mutating func isReply(_ bytes: UnsafeRawBufferPointer, to index: Int) -> Bool {
        guard let expected = clients[index].expected else {
            guard let reply = question.reply(in: bytes) else { return false }
            clients[index].expected = reply.count
            return true
        }
        clients[index].received += bytes.count
        guard clients[index].received <= expected else { fail("a reply is longer than the first one") }
        return clients[index].received == expected
    }

    private mutating func report(nanoseconds: UInt64) {
        latencies.sort()
        let rate = Double(latencies.count) / (Double(nanoseconds) / 1e9)
        printLine("\(Int(rate)) \(percentile(0.5)) \(percentile(0.99))")
    }

    /// Of the sorted latencies; in microseconds with one digit after the point.
    private func percentile(_ part: Double) -> Double {
        (Double(latencies[Int(Double(latencies.count - 1) * part)]) / 100).rounded() / 10
    }
}

func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// At once, also into a pipe.
func printLine(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let line = Array("\(text)\n".utf8)
    _ = write(descriptor, line, line.count)
}

func fail(_ why: String) -> Never {
    printLine("Load: \(why)", to: STDERR_FILENO)
    exit(1)
}
