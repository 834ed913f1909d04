// SPDX-License-Identifier: Apache-2.0

/// The agent's latest deaths, as times since the machine's boot. An agent that dies at each start restores no
/// uplink. So when it died three times within a minute, it leaves out for a while what others' messages come through without
/// which it can do that: Bluetooth, and Avahi's announcements.
package struct Deaths: Hashable, Sendable {
    private let times: [Duration]

    /// So many deaths within this time are no chance.
    static let most = 3
    static let window = Duration.seconds(60)
    /// Each further death within an hour doubles the pause.
    static let memory = Duration.seconds(3600)
    static let shortestPause = Duration.seconds(120)

    package init(_ times: [Duration]) { self.times = times.sorted() }

    /// How long from now what may be the cause is left out; nil if nothing is.
    package func pause(at now: Duration) -> Duration? {
        // A time in the future is one of an earlier boot.
        let latest = times.filter { $0 <= now && $0 > now - Self.memory }
        let isRow = latest.indices.contains { index in
            let end = index + Self.most - 1
            return end < latest.count && latest[end] - latest[index] <= Self.window
        }
        guard isRow, let last = latest.last else { return nil }
        let pause = min(Self.shortestPause * (1 << min(latest.count - Self.most, 10)), Self.memory)
        // A start long afterwards, such as an administrator's, leaves nothing out.
        return last + pause > now ? last + pause - now : nil
    }
}
