// SPDX-License-Identifier: Apache-2.0

import CStations
import Glibc
import Varlink

/// The kernel's reports that an interface of this machine has got or lost an address.
enum AddressChanges {
    /// Calls the body after each, for as long as this process lasts. If the kernel reports none, an early fence stands with the
    /// agent's next order.
    static func watch(_ body: @escaping @Sendable () -> Void) {
        let socket = link_watch_addresses()
        guard socket >= 0 else {
            return AccessoryLink.log(
                "the kernel does not report changes of addresses: \(String(cString: strerror(errno)))")
        }
        EventLoop.shared.whenReadable(adopting: socket) {
            // Who looks again needs no report. One that is lost for want of room is one, too.
            var report = [UInt8](repeating: 0, count: 4096)
            while recv(socket, &report, report.count, Int32(MSG_DONTWAIT)) >= 0 || errno == ENOBUFS {}
            body()
        }
    }
}
