// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// What is logged of connections by one of the sockets, where anybody can cause a line.
final class ConnectionLog: Sendable {
    private let budget = Mutex(LineBudget())

    func log(
        _ text: @autoclosure () -> String, level: Logger.Level = .info, of account: Account, in daemon: Daemon
    ) {
        switch budget.withLock({ $0.line(of: account, at: daemon.uptime.elapsed) }) {
        case .log: daemon.log.log(level: level, "\(text())")
        case .leaveOut: break
        case .sumUp(let time):
            // It keeps nobody waiting, and does not keep the agent from ending.
            Task { [weak self, clock = daemon.clock, log = daemon.log] in
                try? await clock.sleep(for: time)
                self?.sumUp(account, log)
            }
        }
    }

    /// No more lines come.
    func end(_ log: Logger) {
        for account in budget.withLock({ $0.unsummed }) { sumUp(account, log) }
    }

    private func sumUp(_ account: Account, _ log: Logger) {
        let count = budget.withLock { $0.sum(of: account) }
        if count > 0 { log.info("\(account): \(count) more lines like the last ones were left out") }
    }
}
