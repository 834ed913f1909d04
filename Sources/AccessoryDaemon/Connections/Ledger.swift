// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Each user's share of one entrance's room.
final class Ledger: Sendable {
    private struct Entries {
        var connections: Share<Account>
        var bytes: Share<Account>
        /// Accounts whose refusal was logged, until all their connections are closed.
        var logged: Set<Account> = []
    }

    struct Refusal: Error, CustomStringConvertible {
        let why: Share<Account>.Refusal
        let account: Account
        /// The first refusal on this account since it last had no connection at all.
        let isFirst: Bool

        var description: String {
            switch why {
            case .ownersLimit(let limit): "\(account): a connection was refused, \(limit) are open"
            case .commonLimit(let limit):
                "\(account): a connection was refused; all users together have most of the \(limit) connections"
            }
        }
    }

    private let entries: Mutex<Entries>

    init(_ room: Room) {
        entries = Mutex(
            Entries(
                connections: Share(
                    limit: room.connections, limitOfOne: room.connectionsOfOne, little: MessageLimits.fewConnections),
                bytes: Share(limit: room.bytes, limitOfOne: room.bytesOfOne, little: MessageLimits.messageBytes)
            ))
    }

    func open(_ account: Account) throws(Refusal) {
        try entries.withLock { entries throws(Refusal) in
            do throws(Share<Account>.Refusal) {
                try entries.connections.take(1, for: account)
            } catch {
                throw Refusal(why: error, account: account, isFirst: entries.logged.insert(account).inserted)
            }
        }
    }

    func close(_ account: Account) {
        entries.withLock { entries in
            entries.connections.giveBack(1, of: account)
            if entries.connections[account] == 0 { entries.logged.remove(account) }
        }
    }

    /// Counts the bytes that a connection keeps; see ``ServerConnection/init(_:keep:)``.
    func keep(for account: Account) -> ServerConnection.Keep {
        { change in
            self.entries.withLock { entries in
                guard change > 0 else {
                    entries.bytes.giveBack(-change, of: account)
                    return true
                }
                return (try? entries.bytes.take(change, for: account)) != nil
            }
        }
    }
}
