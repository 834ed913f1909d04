// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The addresses that an interface has at this moment, by the kernel: NetworkManager reports them up to a third of a second
/// after it has reported the profile as activated (NOTIFY_PLATFORM_RATELIMIT_MSEC, since 1.46). Belongs to the GLib thread.
final class AddressTable {
    private let socket: RoutingSocket
    private let interface: Int
    private(set) var addresses: [InterfaceAddress] = []

    /// The kernel's own limit for an interface's IPv6 addresses is 16; IPv4 has none.
    private static let most = 64

    /// Throws the reason why there is none. `wake` is called whenever there is something to read, and calls `read`.
    init(of interface: String, wake: @escaping @Sendable () -> Void) throws(BusFault) {
        self.interface = Int(if_nametoindex(interface))
        socket = try RoutingSocket(LINUX_ADDRESSES, wake: wake)
    }

    func read() {
        let isComplete = socket.read { bytes in
            for change in AddressMessages.changes(bytes) { take(change) }
        }
        guard !isComplete else { return }
        addresses = []
        socket.list()
    }

    private func take(_ change: AddressMessages.Change) {
        switch change {
        case .removed(let address, interface):
            addresses.removeAll { $0.address == address }
        case .added(let address, interface):
            // The kernel reports an address again when it is no longer tentative.
            addresses.removeAll { $0.address == address.address }
            if addresses.count < Self.most { addresses.append(address) }
        case .added, .removed: break
        }
    }
}
