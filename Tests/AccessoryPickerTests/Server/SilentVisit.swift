// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A stranger over TLS who, after the handshake, reads nothing more, answers nothing, and keeps the connection.
struct SilentVisit: Sendable {
    /// The server has closed its end of the connection.
    let end: EventLoopFuture<Void>
    private let channel: any Channel

    /// Returns after the handshake.
    init(_ port: Int) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (shaken, end) = (loop.makePromise(of: Void.self), loop.makePromise(of: Void.self))
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let context = try NIOSSLContext(configuration: configuration)
        channel = try await ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let deafness = Deafness(end)
                try channel.pipeline.syncOperations.addHandlers(
                    deafness, NIOSSLClientHandler(context: context, serverHostname: nil),
                    Shake(shaken) { deafness.begin() })
            }
        }.connect(host: "127.0.0.1", port: port).get()
        self.end = end.futureResult
        try await shaken.futureResult.get()
    }

    func close() { channel.close(promise: nil) }

    /// The descriptors of this process that are connections to its own server at this port.
    static func accepted(at port: Int) -> Int {
        (Int32(0)..<4096).count { descriptor in
            var (own, other) = (sockaddr_in(), sockaddr_in())
            return name(descriptor, &own, getsockname) && name(descriptor, &other, getpeername)
                && Int(in_port_t(bigEndian: own.sin_port)) == port
        }
    }

    private static func name(
        _ descriptor: Int32, _ address: inout sockaddr_in,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Bool {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) == 0 }
        } && address.sin_family == sa_family_t(AF_INET)
    }

    private final class Shake: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let shaken: EventLoopPromise<Void>
        private let over: () -> Void

        init(_ shaken: EventLoopPromise<Void>, over: @escaping () -> Void) { (self.shaken, self.over) = (shaken, over) }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            // A TLSUserEvent, the type of a module that nothing else needs.
            guard "\(event)".hasPrefix("handshakeCompleted") else { return }
            over()
            shaken.succeed()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { shaken.fail(error) }
    }

    /// Below TLS.
    private final class Deafness: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let end: EventLoopPromise<Void>
        private var isDeaf = false

        init(_ end: EventLoopPromise<Void>) { self.end = end }

        func begin() { isDeaf = true }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if !isDeaf { context.fireChannelRead(data) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            end.succeed()
            context.fireChannelInactive()
        }
    }
}
