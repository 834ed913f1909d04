// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

/// The configurations that this process applied, each with the connection that may hold its network. It also keeps
/// their operations in order: a removal has no end that an app could wait for.
final class AppliedHotspots: Sendable {
    private struct Contents {
        var applied: [HotspotQuery: AgentConnection<SetupInterface>] = [:]
        var last: Task<Void, Never>?
    }

    private let contents = Mutex(Contents())

    func keep(_ connection: AgentConnection<SetupInterface>, as query: HotspotQuery) {
        contents.withLock { $0.applied[query] = connection }
    }

    /// Closes the connection. If the network rested on it, the agent leaves the network.
    func drop(_ query: HotspotQuery) {
        contents.withLock { $0.applied.removeValue(forKey: query) }?.close()
    }

    /// Runs the body after all earlier ones. Nobody waits for it.
    func enqueue(_ body: @escaping @Sendable () async -> Void) {
        contents.withLock { contents in
            // A removal notifies nobody: the call returns at once, as on phones.
            contents.last = Task { [before = contents.last] in
                await before?.value
                await body()
            }
        }
    }

    /// Waits for the enqueued operations.
    func settled() async { await contents.withLock { $0.last }?.value }
}
