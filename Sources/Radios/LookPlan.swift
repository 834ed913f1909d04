// SPDX-License-Identifier: Apache-2.0

/// Which channels to visit next, and what still counts as heard.
struct LookPlan {
    enum Visit: Hashable {
        /// MHz.
        case channels([Int])
        case everything

        /// Nil for all of them.
        var channels: [Int]? {
            switch self {
            case .channels(let channels): channels
            case .everything: nil
            }
        }
    }

    /// Where setup hotspots almost always are: channels 1, 6 and 11.
    static let usual = [2412, 2437, 2462]
    /// The rest of 2.4 GHz that may be used everywhere.
    static let between = [2417, 2422, 2427, 2432, 2442, 2447, 2452, 2457]

    /// Seconds for which what was heard counts as heard now; wpa_supplicant joins from results as old as that, too.
    static let freshness = 5

    /// Seconds of CLOCK_BOOTTIME; what was last heard before does not count.
    private(set) var since: Int
    private(set) var isComplete = false
    private var ahead: [Visit]
    private let likely: [Int]

    /// `startedAt`: seconds of CLOCK_BOOTTIME.
    init(likely: [Int], startedAt: Int) {
        self.likely = likely
        since = startedAt - Self.freshness
        let rest = Self.between.filter { !likely.contains($0) }
        ahead = [
            .channels(likely), .channels(Self.usual.filter { !likely.contains($0) }), .channels(rest), .everything,
        ]
        .filter { $0 != .channels([]) }
    }

    var next: Visit { ahead.first ?? .everything }

    /// How long to leave the radio to others before the next visit. Nothing until all was visited once.
    var pause: Duration { isComplete ? .seconds(2) : .zero }

    /// Only whole sweeps are possible from now on.
    mutating func giveUpChannels() {
        ahead = [.everything]
    }

    /// Passes over a visit that cannot be made. A whole sweep stays due.
    mutating func skip() {
        if ahead.count > 1 { ahead.removeFirst() } else { ahead = [.everything] }
    }

    /// Notes a visit that has ended; `startedAt` in seconds of CLOCK_BOOTTIME.
    mutating func visited(_ visit: Visit, startedAt: Int, picksChannels: Bool) {
        if !ahead.isEmpty { ahead.removeFirst() }
        if visit == .everything {
            isComplete = true
            // A sweep that NetworkManager had begun by itself ends as ours.
            since = picksChannels ? startedAt : startedAt - Self.freshness
        }
        guard ahead.isEmpty else { return }
        let quick = Visit.channels(likely + Self.usual.filter { !likely.contains($0) })
        ahead = picksChannels ? [quick, quick, .everything] : [.everything]
    }

    /// Whether an access point with this LastSeen was heard. NetworkManager rounds it to whole seconds, twice.
    func isHeard(lastSeen: Int) -> Bool { lastSeen >= 0 && lastSeen + 1 >= since }
}
