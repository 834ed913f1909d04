// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Logging
import Synchronization

/// Logs what happens to the connections of one socket, within each user's budget of lines.
final class ConnectionLog: Sendable {
    private let budget = Mutex(LineBudget())

    func log(_ text: @autoclosure () -> String, level: Logger.Level = .info, of account: Account, in daemon: Daemon) {
        switch budget.withLock({ $0.line(of: account, at: daemon.uptime.elapsed) }) {
        case .log: daemon.log.log(level: level, "\(text())")
        case .leaveOut: break
        case .sumUp(let time):
            // Nothing waits for this task, and the agent does not live longer for it.
            Task { [weak self, clock = daemon.clock, log = daemon.log] in
                try? await clock.sleep(for: time)
                self?.sumUp(account, log)
            }
        }
    }

    /// Logs the remaining counts: the socket is closed.
    func end(_ log: Logger) {
        for account in budget.withLock({ $0.unsummed }) { sumUp(account, log) }
    }

    private func sumUp(_ account: Account, _ log: Logger) {
        let count = budget.withLock { $0.sum(of: account) }
        if count > 0 { log.info("\(account): \(count) more lines like the last ones were left out") }
    }
}
