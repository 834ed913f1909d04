// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

/// The configurations that this process applied, each with the connection by which its network may be held; and the order
/// of what is done with them, since removing one has no end that an app could wait for.
final class AppliedHotspots: Sendable {
    private struct Contents {
        var applied: [HotspotQuery: AppliedHotspot] = [:]
        var last: Task<Void, Never>?
    }

    private let contents = Mutex(Contents())

    func keep(_ hotspot: AppliedHotspot, as query: HotspotQuery) {
        contents.withLock { $0.applied[query] = hotspot }
    }

    /// The connection closes, by which its network is left where it rested on that.
    func drop(_ query: HotspotQuery) {
        contents.withLock { $0.applied.removeValue(forKey: query) }?.close()
    }

    /// Does something after all that came before, without anybody waiting for it.
    func enqueue(_ body: @escaping @Sendable () async -> Void) {
        contents.withLock { contents in
            // Removing is told to nobody: the call returns at once, as on phones.
            contents.last = Task { [before = contents.last] in
                await before?.value
                await body()
            }
        }
    }

    /// Waits for what was enqueued.
    func settled() async { await contents.withLock { $0.last }?.value }
}
