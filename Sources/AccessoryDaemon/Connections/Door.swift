// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import TrustedFiles
package import Varlink

/// One of the two sockets, and the connections that it accepts.
package struct Door: Sendable {
    package let entrance: Caller.Entrance
    package let listener: Listener
    private let ask: @Sendable (_ socket: Int32, _ account: Account) async throws -> Peer
    private let subordinates: SubordinateUsers
    private let ledger: Ledger
    private let lines = ConnectionLog()

    /// - Parameters:
    ///   - room: the limits of this entrance; derived from the process's descriptors if nil.
    ///   - ask: identifies the process at the other end; asks the kernel if nil.
    package init(
        _ entrance: Caller.Entrance, _ listener: Listener, room: Room? = nil,
        subordinates: SubordinateUsers = SubordinateUsers(),
        ask: (@Sendable (_ socket: Int32) async throws -> Peer)? = nil
    ) {
        self.entrance = entrance
        self.listener = listener
        self.subordinates = subordinates
        ledger = Ledger(room ?? Room(of: entrance, descriptors: OpenFiles.limit))
        let aside = Aside()
        self.ask = { socket, account in
            if let ask { return try await ask(socket) }
            return try await aside.run(for: account) { try Peer(of: socket) }
        }
    }

    /// A directory that another user owns or could replace.
    package struct UntrustedDirectory: Error, CustomStringConvertible {
        package let description: String
    }

    /// The sockets that systemd passed on, which stay when the agent ends; or new ones in `directory`.
    package static func open(
        _ passed: [(entrance: Caller.Entrance, descriptor: Int32)], in directory: String
    ) throws -> [Door] {
        let file = try? Configuration.contents(of: "/etc/subuid")
        let subordinates = SubordinateUsers(String(decoding: file ?? [], as: UTF8.self))
        let descriptors = OpenFiles.limit
        let (app, control) = (Room(of: .app, descriptors: descriptors), Room(of: .control, descriptors: descriptors))
        guard passed.isEmpty else {
            return try passed.map { entrance, descriptor in
                let room =
                    switch entrance {
                    case .app: app
                    case .control: control
                    }
                let listener = try Listener(adopting: descriptor, waiting: room.waiting)
                return Door(entrance, listener, room: room, subordinates: subordinates)
            }
        }
        try check(directory)
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw SocketError.system(call: "mkdir", subject: directory, code: errno)
        }
        // Without the group, which a package makes, only root and the agent's own user can use the control socket.
        let group = getgrnam("accessoryd").map { $0.pointee.gr_gid }
        let mayGive = geteuid() == 0 && group != nil
        return [
            Door(
                .app, try Listener(path: directory + "/app.socket", mode: 0o666, waiting: app.waiting), room: app,
                subordinates: subordinates),
            Door(
                .control,
                try Listener(
                    path: directory + "/control.socket", mode: mayGive ? 0o660 : 0o600, group: mayGive ? group : nil,
                    waiting: control.waiting),
                room: control, subordinates: subordinates),
        ]
    }

    /// Throws if another user could have sockets of their own there.
    package static func check(_ directory: String) throws(UntrustedDirectory) {
        if let objection = Trust().objection(toPlace: directory) {
            throw UntrustedDirectory(description: "--runtime-dir \(directory): \(objection)")
        }
    }

    /// Accepts no more connections.
    package func close() { listener.close() }

    /// Serves connections until the listener closes and the last of them is gone.
    func serve(_ daemon: Daemon) async {
        await withDiscardingTaskGroup { group in
            for await socket in listener.connections {
                guard let account = admit(socket, daemon) else {
                    socket.close()
                    continue
                }
                group.addTask {
                    await serve(socket, account, daemon)
                    ledger.close(account)
                }
            }
        }
        lines.end(daemon.log)
    }

    /// The account of the connection, if there is room for it. Does nothing that could block.
    private func admit(_ socket: Socket, _ daemon: Daemon) -> Account? {
        guard let uid = try? Peer.uid(of: socket.fileDescriptor) else { return nil }
        let account = subordinates.account(of: uid)
        do throws(Ledger.Refusal) {
            try ledger.open(account)
            return account
        } catch {
            if error.isFirst {
                lines.log("\(error)", level: .warning, of: account, in: daemon)
            } else {
                daemon.log.debug("\(error)")
            }
            return nil
        }
    }

    /// One connection, one decision: the agent identifies the process once, and the connection ends with that process.
    private func serve(_ socket: Socket, _ account: Account, _ daemon: Daemon) async {
        let peer: Peer
        do {
            peer = try await ask(socket.fileDescriptor, account)
        } catch {
            // Not a warning: any process may connect and be gone as often as it likes.
            lines.log("a connection was refused: \(error)", of: account, in: daemon)
            return socket.close()
        }
        let caller = Caller(
            peer.identity, pid: peer.pid, at: entrance, by: await daemon.configuration, seat: daemon.settings.seat)
        let connection = ServerConnection(socket, keep: ledger.keep(for: account))
        let watch = peer.process.map { process in
            ProcessWatch(process) {
                // The connection still delivers what the process itself sent before its end, and then ends by itself.
                if !Self.isHungUp(socket.fileDescriptor) { connection.close() }
            }
        }
        if let violation = await Session.serve(connection, caller: caller, daemon: daemon) {
            lines.log("\(caller.identity): connection ended: \(violation)", of: account, in: daemon)
        }
        watch?.end()
    }

    /// Whether no process holds the other end any more.
    private static func isHungUp(_ socket: Int32) -> Bool {
        var request = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }
}
