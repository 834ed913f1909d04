// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// One of the kernel's tables (rtnetlink(7)): all of it at first, then each change. Belongs to the GLib thread.
final class RoutingSocket {
    private let netlink: Int32
    private let table: linux_routing_table
    private var watch: GLibWatch?
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Messages of one turn: a network that floods this machine must not hold up its radios.
    private static let mostReads = 32

    /// Throws the reason why there is none. `wake` is called whenever there is something to read, and calls `read`.
    init(_ table: linux_routing_table, wake: @escaping @Sendable () -> Void) throws(BusFault) {
        self.table = table
        netlink = linux_watch_routing(table)
        guard netlink >= 0 else {
            let name = table == LINUX_NEIGHBOURS ? "neighbours" : "addresses"
            throw BusFault(message: "the kernel's \(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        watch = GLibWatch(netlink, wake)
        list()
    }

    deinit {
        watch = nil
        close(netlink)
    }

    /// Asks for the whole table again.
    func list() { linux_list_routing(netlink, table) }

    /// Passes on what came. False if the kernel had no room for some changes: then only a new list is complete.
    func read(_ body: (ArraySlice<UInt8>) -> Void) -> Bool {
        for _ in 0..<Self.mostReads {
            let count = linux_receive_routing(netlink, &room, room.count)
            guard count >= 0 else { return errno != ENOBUFS }
            body(room[..<count])
        }
        return true
    }
}
