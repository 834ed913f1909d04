// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc
import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// The page's HTTP server.
///
/// Hummingbird's core, without its router. The other maintained library is FlyingFox. It builds in a fifth of the time,
/// but it reads header lines of any length, keeps connections without limit, waits for ever on a silent one, and needs
/// all of Foundation and libcurl. Hummingbird has a limit for each of these, notifies an event stream when its reader
/// is gone, and needs only FoundationEssentials.
struct WebServer: Sendable {
    /// The time for a whole request, and for a connection without any.
    static let usualPatience = TimeAmount.seconds(15)
    static let headerLimit = 8 * 1024

    let responder: PageResponder
    let place: PagePlace
    /// Bounds the connections, each of which costs a descriptor and a few KiB.
    let connections = Connections()
    var patience = usualPatience

    /// Serves until the process ends.
    ///
    /// - Parameter failed: called if it cannot listen.
    func start(
        listening: @escaping @Sendable (Int) async -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) {
        // Unstructured, so that nothing cancels it. A server that is cancelled drops connections that it has accepted and
        // not yet handled, and for each of them NIO ends the process with a trap (NIOAsyncWriter.deinit).
        Task {
            do { try await run(listening: listening) } catch { failed(error) }
        }
    }

    /// Runs until its task is cancelled. It calls `listening` with the port. Throws `ListenFault` if it cannot listen.
    func run(listening: @escaping @Sendable (Int) async -> Void) async throws {
        let channel = HTTP1Channel(
            responder: { [responder, connections, isSecure = place.certificate != nil] request, writer, channel in
                try await responder.respond(
                    request, writer, local: Self.local(channel), isSecure: isSecure
                ) { connections.recognize(channel, as: $0) }
            },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [PipeliningLimit()],
                idleTimeout: patience,
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: Self.headerLimit, maxHeaderListSize: Self.headerLimit, maxHeaderFieldCount: 64))
        )
        guard let certificate = place.certificate else {
            return try await serve(
                FrontedChannel(base: channel) { [connections] in [Connections.Registration(connections)] }, listening)
        }
        let encrypted = try TLSChannel(channel, tlsConfiguration: certificate.configuration)
        // A person who typed `http` in the place of `https` gets an answer, too.
        try await serve(
            FrontedChannel(base: encrypted) { [connections] in
                [Connections.Registration(connections), HTTPSRedirect()]
            }, listening)
    }

    private func serve(
        _ channel: some ServerChildChannel, _ listening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        guard let twin = place.twin else { return try await serve(channel, at: place.address, listening) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (ready, send) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                defer { send.finish() }
                do {
                    try await serve(channel, at: twin) { _ in send.yield() }
                } catch let fault as ListenFault where fault.isWithoutAddress {
                    // Then nobody else can listen there either.
                    send.yield()
                }
            }
            // Only then anybody gets the link.
            if await ready.first(where: { true }) != nil {
                group.addTask { try await serve(channel, at: place.address, listening) }
            }
            // The failure of one ends the other, which waitForAll() would wait for.
            while try await group.next() != nil {}
        }
    }

    private func serve(
        _ channel: some ServerChildChannel, at address: ListenAddress,
        _ listening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let silent = Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }
        let server = Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(
                address: .hostname(address.address, port: address.port), backlog: 16),
            onServerRunning: { channel in await listening(channel.localAddress?.port ?? 0) },
            eventLoopGroup: LoopClock.thread, logger: silent)
        do {
            try await server.run()
        } catch let error as IOError {
            throw ListenFault(address: address, code: error.errnoCode)
        }
    }

    /// This end of a connection, as a browser writes it.
    private static func local(_ channel: any Channel) -> String {
        guard let local = channel.localAddress, let address = local.ipAddress, let port = local.port else { return "" }
        return ListenAddress.text(address, port: port)
    }
}

/// The reason why the page cannot be served at the requested address.
struct ListenFault: ProgramFault {
    let address: ListenAddress
    let code: Int32

    /// This machine has no such address.
    var isWithoutAddress: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }

    var description: String {
        "cannot listen on \(ListenAddress.text(address.address, port: address.port)): \(String(cString: strerror(code)))"
    }
}
