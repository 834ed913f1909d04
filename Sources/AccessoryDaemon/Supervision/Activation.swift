// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The service manager's activation in the environment, such as systemd's: for this process alone, so that no program
/// that it starts uses it.
package struct Activation: Sendable {
    /// Listening sockets, by the names that the units give them (sd_listen_fds(3)).
    package let sockets: [(entrance: Caller.Entrance, descriptor: Int32)]
    /// The service manager that gets status and signs of life (sd_notify(3), sd_watchdog_enabled(3)).
    package let supervisor: Supervisor

    /// Takes it out of the environment; before there are threads.
    package static func take() -> Activation {
        let activation = Activation(ProcessInfo.processInfo.environment)
        for name in [
            "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
        ] { unsetenv(name) }
        return activation
    }

    init(_ environment: [String: String], pid: pid_t = getpid()) {
        sockets = Self.sockets(environment, pid)
        let interval = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { $0 > 0 ? $0 : nil }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(pid) } ?? true
        supervisor = Supervisor(
            socket: environment["NOTIFY_SOCKET"], patience: isForUs ? interval.map { .microseconds($0) } : nil)
    }

    private static func sockets(
        _ environment: [String: String], _ pid: pid_t
    ) -> [(entrance: Caller.Entrance, descriptor: Int32)] {
        guard environment["LISTEN_PID"] == String(pid), let count = environment["LISTEN_FDS"].flatMap(Int32.init),
            count > 0
        else { return [] }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        return zip(3..<(3 + count), names).compactMap { descriptor, name in
            switch name {
            case "app": return (.app, descriptor)
            case "control": return (.control, descriptor)
            case _: return nil
            }
        }
    }
}
