// SPDX-License-Identifier: Apache-2.0

package import AccessoryRules
import FoundationEssentials
import Glibc
import Logging
package import Varlink

/// One of the two sockets, and whoever comes in by it.
package struct Door: Sendable {
    package let entrance: Caller.Entrance
    package let listener: Listener
    private let identify: @Sendable (_ socket: Int32) throws -> Identity

    package init(
        _ entrance: Caller.Entrance, _ listener: Listener,
        identify: @escaping @Sendable (_ socket: Int32) throws -> Identity = Peer.identity
    ) {
        self.entrance = entrance
        self.listener = listener
        self.identify = identify
    }

    /// The sockets that systemd passed on (sd_listen_fds(3)), or new ones in `directory`.
    package static func open(in directory: String) throws -> [Door] {
        let passed = passedDescriptors(ProcessInfo.processInfo.environment)
        guard passed.isEmpty else {
            return try passed.map { Door($0.entrance, try Listener(adopting: $0.descriptor)) }
        }
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw SocketError.system(call: "mkdir", subject: directory, code: errno)
        }
        // Without the group, which a package makes, the control socket is for root, or whoever runs this, alone.
        let group = getgrnam("accessoryd").map { $0.pointee.gr_gid }
        let mayGive = geteuid() == 0 && group != nil
        return [
            Door(.app, try Listener(path: directory + "/app.socket", mode: 0o666)),
            Door(
                .control,
                try Listener(
                    path: directory + "/control.socket", mode: mayGive ? 0o660 : 0o600, group: mayGive ? group : nil)),
        ]
    }

    static func passedDescriptors(_ environment: [String: String]) -> [(entrance: Caller.Entrance, descriptor: Int32)] {
        guard environment["LISTEN_PID"] == String(getpid()), let count = environment["LISTEN_FDS"].flatMap(Int.init)
        else { return [] }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":").map { String($0) } ?? []
        return (0..<count).compactMap { index in
            guard index < names.count else { return nil }
            let descriptor = Int32(3 + index)
            switch names[index] {
            case "app": return (.app, descriptor)
            case "control": return (.control, descriptor)
            case _: return nil
            }
        }
    }

    /// Lets nobody else in.
    package func close() { listener.close() }

    /// Serves connections until the listener closes and the last of them is gone.
    func serve(_ daemon: Daemon) async {
        await withDiscardingTaskGroup { group in
            for await socket in listener.connections {
                group.addTask {
                    do {
                        let identity = try identify(socket.fileDescriptor)
                        let caller = await daemon.caller(identity, at: entrance)
                        await Session.serve(ServerConnection(socket), caller: caller, daemon: daemon)
                    } catch {
                        daemon.log.warning("a connection was refused: its peer is unknown: \(error)")
                        socket.close()
                    }
                }
            }
        }
    }
}
