// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import Varlink

@testable import accessory_picker

/// `accessory-picker pair` and `phones` against a hub's socket.
@Suite(.timeLimit(.minutes(5))) struct PhonesServerTests {
    /// A hub with its page and its socket, and the client of root.
    private func hub(
        lifetime: Int = 600, _ body: @escaping @Sendable (Site, Phones, PhonesClient) async throws -> Void
    ) async throws {
        try await Scratch.use { path in
            let folder = try StateFolder(path)
            let (phones, pairing) = (try Phones(in: folder), Pairing())
            try await Site.run(phones: phones, paired: { pairing.settle(.paired(phone: $0)) }) { site in
                let place = PagePlace(
                    address: ListenAddress(address: "127.0.0.1", port: 0), names: [], certificate: nil)
                let server = PhonesServer(
                    phones: phones, pairing: pairing, responder: site.responder, place: place, port: site.port,
                    lifetime: lifetime, changed: {})
                let socket = folder.path(of: "socket")
                let listener = try Listener(path: socket, mode: 0o600)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await server.run(on: listener) }
                    try await body(site, phones, PhonesClient(path: socket))
                    group.cancelAll()
                }
            }
        }
    }

    private func open(_ link: String?, at site: Site) async throws -> Reply {
        let token = try #require(link?.split(separator: "#").last)
        return try await site.post("/open", #"{"token": "\#(token)"}"#)
    }

    @Test func pairWaitsForThePhoneAndNamesIt() async throws {
        try await hub { site, phones, client in
            let links = AsyncStream<String?>.makeStream()
            async let phone = client.pair(name: "Anna") { links.continuation.yield($0.links?.first) }
            let link = try #require(await links.stream.first { _ in true })
            #expect(link?.hasPrefix("http://127.0.0.1:\(site.port)/open#") == true)
            #expect(try await open(link, at: site).status == 200)
            #expect(try await phone == "Anna")
            #expect(try await client.phones().map(\.name) == ["Anna"])
            try await client.call(.revokePhone, RevokePhoneRequest(name: "Anna"))
            #expect(phones.all.isEmpty)
            let fault = await #expect(throws: PhonesFault.self) {
                try await client.call(.revokePhone, RevokePhoneRequest(name: "Anna"))
            }
            #expect(fault?.exitStatus == .notFound)
        }
    }

    @Test func aPhoneThatIsPairedAlreadyStaysOnePhone() async throws {
        try await hub { site, phones, client in
            let browser = try await site.open()
            let links = AsyncStream<String?>.makeStream()
            async let phone = client.pair(name: "Second", may: .all) { links.continuation.yield($0.links?.first) }
            let link = try #require(await links.stream.first { _ in true })
            let token = try #require(link?.split(separator: "#").last)
            #expect(try await site.post("/open", #"{"token": "\#(token)"}"#, browser).status == 200)
            #expect(try await phone == "phone")
            #expect(phones.all.map(\.name) == ["phone"] && phones.all.map(\.rights) == [.all])
        }
    }

    @Test func rootDecidesWhatAPhoneMayDo() async throws {
        try await hub { site, phones, client in
            let links = AsyncStream<String?>.makeStream()
            async let phone = client.pair(name: "Anna", may: .all) { links.continuation.yield($0.links?.first) }
            let link = try #require(await links.stream.first { _ in true })
            _ = try await open(link, at: site)
            #expect(try await phone == "Anna")
            #expect(try await client.phones().map(\.may) == [["answer", "add"]])
            let answering = try #require(PhoneRights(["answer"]))
            try await client.call(.allowPhone, AllowPhoneRequest(name: "Anna", may: answering.names))
            #expect(phones.all.map(\.rights) == [answering])
            let fault = await #expect(throws: PhonesFault.self) {
                try await client.call(.allowPhone, AllowPhoneRequest(name: "Bob", may: PhoneRights.all.names))
            }
            #expect(fault?.exitStatus == .notFound)
            _ = try phones.add(Session(), userAgent: "Android")
            #expect(try await client.phones().map(\.may) == [["answer"], ["answer"]], "the next phone has no more")
        }
    }

    @Test func aLinkEndsWithItsTime() async throws {
        try await hub(lifetime: 0) { site, phones, client in
            let shown = Mutex<String?>(nil)
            let fault = await #expect(throws: PhonesFault.self) {
                _ = try await client.pair(name: nil) { reply in shown.withLock { $0 = reply.links?.first } }
            }
            #expect(fault?.exitStatus == .timedOut)
            let link = shown.withLock { $0 }
            let reply = try await open(link, at: site)
            #expect(reply.status == 403)
            #expect(phones.all.isEmpty)
        }
    }

    @Test func aSecondPairEndsTheFirst() async throws {
        try await hub { site, _, client in
            let links = AsyncStream<String?>.makeStream()
            async let first = client.pair(name: nil) { links.continuation.yield($0.links?.first) }
            let old = try #require(await links.stream.first { _ in true })
            let newer = AsyncStream<String?>.makeStream()
            async let second = client.pair(name: nil) { newer.continuation.yield($0.links?.first) }
            let new = try #require(await newer.stream.first { _ in true })
            do {
                _ = try await first
                Issue.record("the first one was not ended")
            } catch let fault as PhonesFault {
                #expect(fault.description.contains("newer link"))
            }
            #expect(try await open(old, at: site).status == 403)
            #expect(try await open(new, at: site).status == 200)
            #expect(try await second == "phone")
        }
    }

    @Test(arguments: ["", "two\nlines", "\u{1b}[2J"]) func aNameThatNobodyCanReadIsRefused(name: String) async throws {
        try await hub { _, _, client in
            await #expect(throws: PhonesFault.self) { _ = try await client.pair(name: name) { _ in } }
        }
    }

    @Test func pairsNoMoreThanAHubKeeps() async throws {
        try await hub { _, phones, client in
            for _ in 0..<PhoneBook.limit { _ = try phones.add(Session(), userAgent: "") }
            let fault = await #expect(throws: PhonesFault.self) { _ = try await client.pair(name: nil) { _ in } }
            #expect(fault?.description.contains("revoke") == true)
        }
    }

    /// The phone is out at once, and root reads what is not done.
    @Test func revokesAPhoneAlsoWhileTheDiskIsFull() async throws {
        try await hub { site, phones, client in
            let browser = try await site.open()
            let folder = String(client.path.dropLast("/socket".count))
            // Nothing can be written in its place.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/.\(Phones.file).new", withIntermediateDirectories: false)
            let fault = await #expect(throws: PhonesFault.self) {
                try await client.call(.revokePhone, RevokePhoneRequest(name: "phone"))
            }
            #expect(fault?.description.contains("applies at once") == true && fault?.exitStatus == .unknown)
            #expect(phones.all.isEmpty)
            #expect(try await site.get("/texts", browser).status == 403)
        }
    }

    /// No program of root's takes the hub's memory with calls that never end.
    @Test func halfCallsTakeNoMoreThanTheAgentLetsThem() async throws {
        try await hub { _, _, client in
            let half = [UInt8](repeating: UInt8(ascii: " "), count: 900 << 10)
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let sockets = try (0..<24).map { _ in
                let socket = try Socket(path: client.path)
                socket.start { if case .end = $0 { end.yield() } }
                try socket.send(half)
                return socket
            }
            defer { for socket in sockets { socket.close() } }
            // Nine of them have room at most.
            for await _ in ends.prefix(15) {}
            // The kept ones lock nobody out.
            #expect(try await client.phones().isEmpty)
        }
    }

    private static let batch = 32

    @Test func takesNoMoreConnectionsThanTheAgentDoes() async throws {
        try await hub { _, _, client in
            var files = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
            let most = min(1024, max(16, Int(files.rlim_cur) / 16))
            var connections: [ClientConnection] = []
            // Some at a time: one after the other, each of them waits for its turn among all other tests.
            for _ in 0...(most / Self.batch) {
                connections += try await withThrowingTaskGroup(of: ClientConnection?.self) { group in
                    for _ in 0..<Self.batch {
                        group.addTask {
                            let connection = try ClientConnection(path: client.path)
                            let reply = try? await connection.call(PhonesInterface.ListPhones(), Nothing())
                            return reply == nil ? nil : connection
                        }
                    }
                    return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
                }
            }
            // The last quarter is for other users.
            #expect(connections.count == most - most / 4)
            for connection in connections { connection.close() }
            while (try? await client.phones()) == nil { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test func withoutAHubTheCureIsNamed() async {
        let fault = await #expect(throws: PhonesFault.self) { try await PhonesClient(path: "/nonexistent").phones() }
        #expect(fault?.description.contains("systemctl enable --now accessory-picker") == true)
        #expect(fault?.exitStatus == .notRunning)
    }
}
