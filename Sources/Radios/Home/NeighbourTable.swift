// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux
import Glibc

/// Reads the kernel's neighbour table, and follows its changes as long as this value lives. Belongs to the GLib thread.
final class NeighbourTable {
    private let socket: RoutingSocket
    private let notify: (HomeSighting) -> Void

    /// Throws the reason why there is none. `wake` is called whenever there is something to read, and calls `read`.
    init(wake: @escaping @Sendable () -> Void, notify: @escaping (HomeSighting) -> Void) throws(BusFault) {
        socket = try RoutingSocket(LINUX_NEIGHBOURS, wake: wake)
        self.notify = notify
    }

    func read() {
        let isComplete = socket.read { bytes in
            for change in NeighbourMessages.changes(bytes) {
                switch change {
                case .gone(let address, let number):
                    let interface = address.needsInterface ? Self.name(of: number) : nil
                    notify(.neighbourGone(address: address.seen(on: interface).description))
                case .known(let address, let station, let number):
                    guard let interface = Self.name(of: number) else { continue }
                    let text = address.seen(on: interface).description
                    notify(.neighbour(Neighbour(address: text, station: station, interface: interface)))
                }
            }
        }
        guard !isComplete else { return }
        // Changes were lost, so what is known may be wrong.
        notify(.neighboursAnew)
        socket.list()
    }

    /// Whether a station on this interface has the address, as far as this machine has talked to it.
    static func hasStation(_ address: IPAddress, on interface: String) -> Bool {
        guard let socket = try? RoutingSocket(LINUX_NEIGHBOURS, wake: {}) else { return false }
        let index = Int(if_nametoindex(interface))
        var isThere = false
        _ = socket.read { bytes in
            for case .known(address, _, index) in NeighbourMessages.changes(bytes) { isThere = true }
        }
        return isThere
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
