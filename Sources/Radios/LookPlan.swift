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

    /// What quick looks leave out, in parts that take hardly longer than they do. A sweep brings nothing before its end, which
    /// is ten seconds away while the uplink is up; so once all was visited, these stand in for most sweeps. Of 5 GHz it is
    /// where an access point needs no radar detection.
    static let parts = [
        [2417, 2422, 2427, 2432], [5180, 5200, 5220, 5240], [2442, 2447, 2452, 2457], [5745, 5765, 5785, 5805, 5825],
    ]
    /// How often the parts are visited before the next sweep.
    static let roundsPerSweep = 3

    /// Visits of a channel that may miss an access point before it counts as gone.
    static let misses = 3

    /// Seconds for which what was heard counts as heard now; wpa_supplicant joins from results as old as that, too.
    static let freshness = 5

    /// Seconds of CLOCK_BOOTTIME; what was last heard before does not count.
    private(set) var since: Int
    private(set) var isComplete = false
    private var ahead: [Visit]
    /// Seconds at which the last visits of each channel began, the newest last.
    private var visits: [Int: [Int]] = [:]
    /// Parts that the radio would not visit.
    private var refused: Set<Visit> = []
    private let likely: [Int]

    /// - Parameters:
    ///   - startedAt: seconds of CLOCK_BOOTTIME.
    ///   - remembers: what was heard just before that counts, too.
    init(likely: [Int], startedAt: Int, remembers: Bool = true) {
        self.likely = likely
        since = remembers ? startedAt - Self.freshness : startedAt
        let rest = Self.between.filter { !likely.contains($0) }
        ahead = [
            .channels(likely), .channels(Self.usual.filter { !likely.contains($0) }), .channels(rest), .everything,
        ]
        .filter { $0 != .channels([]) }
    }

    var next: Visit { ahead.first ?? .everything }

    /// How long to leave the radio to others before the next visit. Nothing until all was visited once.
    var pause: Duration {
        guard isComplete else { return .zero }
        return next == .everything ? .seconds(2) : .milliseconds(500)
    }

    /// Only whole sweeps are possible from now on.
    mutating func giveUpChannels() {
        ahead = [.everything]
    }

    /// Passes over a visit that cannot be made. A whole sweep stays due.
    mutating func skip() {
        guard ahead.count > 1 else {
            ahead = [.everything]
            return
        }
        let skipped = ahead.removeFirst()
        guard isComplete, skipped != quick else { return }
        refused.insert(skipped)
        ahead.removeAll { $0 == skipped && $0 != .everything }
    }

    /// Notes a visit that has ended; `startedAt` in seconds of CLOCK_BOOTTIME.
    mutating func visited(_ visit: Visit, startedAt: Int, picksChannels: Bool) {
        if !ahead.isEmpty { ahead.removeFirst() }
        if visit == .everything {
            isComplete = true
            // A sweep that NetworkManager had begun by itself ends as ours.
            since = picksChannels ? startedAt : startedAt - Self.freshness
        }
        for channel in visit.channels ?? [] {
            visits[channel] = (visits[channel] ?? []).suffix(Self.misses - 1) + [startedAt]
        }
        guard ahead.isEmpty else { return }
        let rounds = picksChannels ? Array(repeating: round, count: Self.roundsPerSweep) : []
        ahead = rounds.flatMap { $0 } + [.everything]
    }

    private var quick: Visit { .channels(likely + Self.usual.filter { !likely.contains($0) }) }

    /// A quick look after each part, since most are where those look.
    private var round: [Visit] {
        Self.parts.map { part in Visit.channels(part.filter { !likely.contains($0) }) }
            .filter { $0 != .channels([]) && !refused.contains($0) }
            .flatMap { [quick, $0] }
    }

    /// Whether an access point with this LastSeen was heard: by the newest sweep or later, and by one of the last visits of
    /// its channel, where there were as many. NetworkManager rounds it to whole seconds, twice.
    func isHeard(lastSeen: Int, frequency: Int) -> Bool {
        let visits = visits[frequency] ?? []
        let oldest = visits.count == Self.misses ? visits[0] : since
        return lastSeen >= 0 && lastSeen + 1 >= max(since, oldest)
    }
}
