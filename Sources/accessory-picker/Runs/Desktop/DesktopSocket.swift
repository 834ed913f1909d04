// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc
import Varlink

extension DesktopInterface {
    static let info = ServiceInfo(
        vendor: "accessoryd", product: "accessory-picker", version: Release.version, url: "https://varlink.org")

    static let interface = Interface(
        name: name, description: String(decoding: EmbeddedFile.bytes("\(name).varlink"), as: UTF8.self))
}

/// The socket on which the user's other programs reach the desktop picker.
struct DesktopSocket: Sendable {
    enum Request: Hashable, Sendable {
        case open(PageView)
        case end
    }

    /// How long another picker may take for an answer.
    static let usualPatience = Duration.seconds(30)

    private let listener: Listener

    /// Takes the place of an earlier picker of this user: one of an earlier login shows its pages on no screen.
    init(_ folder: UserFolder, patience: Duration = usualPatience) async throws {
        do {
            listener = try Listener(path: folder.socket, mode: 0o600)
        } catch .inUse {
            try await Self.call(folder, DesktopInterface.End(), Nothing(), patience)
            listener = try Listener(path: folder.socket, mode: 0o600)
        }
    }

    /// Asks the running picker to open the page. False if none runs.
    static func open(
        _ view: PageView, _ folder: UserFolder, patience: Duration = usualPatience
    ) async throws -> Bool {
        do {
            try await call(folder, DesktopInterface.Open(), OpenRequest(view: view), patience)
            return true
        } catch SocketError.system(_, _, let code) where code == ENOENT || code == ECONNREFUSED {
            return false
        }
    }

    private static func call<M: SingleMethod>(
        _ folder: UserFolder, _ method: M, _ request: M.Request, _ patience: Duration
    ) async throws {
        let connection = try ClientConnection(path: folder.socket)
        let alarm = EventLoop.shared.perform(at: .now + patience) { connection.close() }
        defer { EventLoop.shared.cancel(alarm) }
        _ = try await connection.call(method, request)
    }

    /// Passes requests on until the task is cancelled.
    func serve(_ receive: @escaping @Sendable (Request) -> Void) async {
        let room = SocketRoom()
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                // The reply to `End` is still under way when the listener is closed.
                for await socket in listener.connections {
                    group.addTask { await room.serve(socket) { await serve($0, on: $1, receive) } }
                }
            }
        } onCancel: {
            listener.close()
        }
    }

    private func serve(
        _ call: Call, on connection: ServerConnection, _ receive: @Sendable (Request) -> Void
    ) async {
        do {
            do {
                switch (call.interface, call.method) {
                case (ServiceInfo.interfaceName, _):
                    try connection.reply(
                        to: call, DesktopInterface.info.reply(to: call, interfaces: [DesktopInterface.interface]))
                case (_, DesktopInterface.Open.name):
                    var view = PageView.picker
                    try await connection.answer(call, of: DesktopInterface.Open.self) { request in
                        view = request.view
                        return Nothing()
                    }
                    receive(.open(view))
                case (_, DesktopInterface.End.name):
                    try await connection.answer(call, of: DesktopInterface.End.self) { _ in
                        listener.close()
                        return Nothing()
                    }
                    receive(.end)
                case (DesktopInterface.name, _): throw VarlinkError.methodNotFound(call.method)
                case _: throw VarlinkError.interfaceNotFound(call.interface)
                }
            } catch let error as VarlinkError {
                try connection.fail(call, error)
            }
        } catch {
            // Without its reply the other side would wait for ever.
            connection.close()
        }
    }
}
