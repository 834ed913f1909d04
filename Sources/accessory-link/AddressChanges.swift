// SPDX-License-Identifier: Apache-2.0

import CStations
import Glibc
import Varlink

/// The kernel's word that some interface of this machine has got or lost an address.
final class AddressChanges: Sendable {
    private let watch: Watch

    /// Nil if the kernel does not tell: then an early fence stands with the agent's next order.
    init?(_ body: @escaping @Sendable () -> Void) {
        let socket = link_watch_addresses()
        guard socket >= 0 else {
            AccessoryLink.log("the kernel does not tell when addresses change: \(String(cString: strerror(errno)))")
            return nil
        }
        watch = EventLoop.shared.whenReadable(adopting: socket) {
            // What has changed, everyone reads for himself. A report that is lost for want of room is one, too.
            var report = [UInt8](repeating: 0, count: 4096)
            while recv(socket, &report, report.count, Int32(MSG_DONTWAIT)) >= 0 || errno == ENOBUFS {}
            body()
        }
    }

    deinit { watch.cancel() }
}
