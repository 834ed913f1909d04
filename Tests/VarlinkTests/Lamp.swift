// SPDX-License-Identifier: Apache-2.0

import Varlink

/// A small service for the tests: `org.example.Lamp`.
struct Lamp: Sendable {
    struct Text: Codable, Equatable { var text: String }
    struct Number: Codable, Equatable { var number: Int }

    static let interface = Interface(
        name: "org.example.Lamp",
        description: """
            interface org.example.Lamp

            method Echo(text: string) -> (text: string)

            # Counts from 1.
            method Count(number: int) -> (number: int)

            # Replies 0, and then nothing until the caller is gone.
            method Hold() -> (number: int)

            # Replies as much as the caller takes.
            method Flood(text: string) -> (text: string)

            error Broken (text: string)

            """)
    static let info = ServiceInfo(vendor: "Example", product: "Lamp", version: "1", url: "https://example.org")

    /// The events in the service, in order.
    let events: AsyncStream<String>
    private let happened: AsyncStream<String>.Continuation

    init() {
        (events, happened) = AsyncStream.makeStream()
    }

    func serve(_ socket: Socket) async -> ServerConnection.End {
        let connection = ServerConnection(socket)
        return await connection.serve { call in
            do {
                try await answer(call, on: connection)
            } catch let error as VarlinkError {
                try? connection.fail(call, error)
            } catch {
                happened.yield("\(error)")
            }
        }
    }

    /// Serves every connection until the listener is closed.
    func serve(_ listener: Listener) async {
        await withDiscardingTaskGroup { group in
            for await socket in listener.connections {
                group.addTask { _ = await serve(socket) }
            }
        }
    }

    private func answer(_ call: Call, on connection: ServerConnection) async throws {
        switch call.method {
        case "org.example.Lamp.Echo":
            let text: Text = try call.parameters()
            if call.oneway { happened.yield(text.text) }
            try connection.reply(to: call, text)
        case "org.example.Lamp.Count":
            let last = try call.parameters(as: Number.self).number
            for number in 1..<last {
                try connection.reply(to: call, Number(number: number), continues: true)
                await connection.drained()
            }
            try connection.reply(to: call, Number(number: last))
        case "org.example.Lamp.Hold":
            try connection.reply(to: call, Number(number: 0), continues: true)
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            end.finish()
            happened.yield("let go")
        case "org.example.Lamp.Flood":
            let text: Text = try call.parameters()
            while true { try connection.reply(to: call, text, continues: true) }
        case "org.example.Lamp.Break":
            try connection.fail(call, "org.example.Lamp.Broken", Text(text: "fuse"))
        case _ where call.interface == ServiceInfo.interfaceName:
            try connection.reply(to: call, Self.info.reply(to: call, interfaces: [Self.interface]))
        case _ where call.interface == Self.interface.name:
            throw VarlinkError.methodNotFound(call.method)
        default:
            throw VarlinkError.interfaceNotFound(call.interface)
        }
    }
}
