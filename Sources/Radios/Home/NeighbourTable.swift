// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux
import Glibc

/// Reads the kernel's neighbour table, and follows its changes as long as this value lives. Belongs to the GLib thread.
final class NeighbourTable {
    private let netlink: Int32
    private var watch: GLibWatch?
    private let notify: (HomeSighting) -> Void
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Messages of one turn: a network that floods this machine must not hold up its radios.
    private static let mostReads = 32

    /// Throws the reason why there is none. `wake` is called whenever there is something to read, and calls `read`.
    init(wake: @escaping @Sendable () -> Void, notify: @escaping (HomeSighting) -> Void) throws(BusFault) {
        netlink = linux_watch_neighbours()
        guard netlink >= 0 else {
            throw BusFault(message: "the kernel's neighbour table cannot be read: \(String(cString: strerror(errno)))")
        }
        self.notify = notify
        watch = GLibWatch(netlink, wake)
        linux_list_neighbours(netlink)
    }

    deinit {
        watch = nil
        close(netlink)
    }

    func read() {
        for _ in 0..<Self.mostReads {
            let count = linux_receive_neighbours(netlink, &room, room.count)
            guard count >= 0 else {
                if errno == ENOBUFS { listAnew() }
                return
            }
            for change in NeighbourMessages.changes(room[..<count]) {
                switch change {
                case .gone(let address): notify(.neighbourGone(address: address))
                case .known(let address, let station, let number):
                    guard let interface = Self.name(of: number) else { continue }
                    notify(.neighbour(Neighbour(address: address, station: station, interface: interface)))
                }
            }
        }
    }

    /// Changes were lost, so what is known may be wrong.
    private func listAnew() {
        notify(.neighboursAnew)
        linux_list_neighbours(netlink)
    }

    /// Asks over a Unix socket (glibc's opensock), as the daemon's sandbox allows.
    static func name(of interface: Int) -> String? {
        var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard interface > 0, let number = UInt32(exactly: interface), if_indextoname(number, &name) != nil else {
            return nil
        }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
