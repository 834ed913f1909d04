// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The service manager that started the agent and wants notices; `nobody` if a person started it by hand.
package struct Supervisor: Hashable, Sendable {
    /// A path, or the name of an abstract socket behind an `@`.
    let socket: String?
    /// How long it waits for a sign of life. Nil if it does not.
    let patience: Duration?

    package static let nobody = Supervisor(socket: nil, patience: nil)

    package init(socket: String?, patience: Duration?) {
        self.socket = socket.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        self.patience = self.socket == nil ? nil : patience
    }

    /// Half of its patience, as sd_watchdog_enabled(3) advises.
    var pulse: Duration? { patience.map { $0 / 2 } }

    func send(_ notices: [Notice]) {
        guard let socket, !notices.isEmpty else { return }
        let bytes = Notice.datagram(notices)
        // A service manager that no longer listens has other ways to find out.
        _ = linux_send_datagram(socket, bytes, bytes.count)
    }
}
