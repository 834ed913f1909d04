// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Decides which channels to visit next, and which sightings still count.
struct LookPlan {
    enum Visit: Hashable {
        /// MHz.
        case channels([Int])
        case everything
    }

    /// An access point of NetworkManager's list.
    struct Sighting {
        /// The path of NetworkManager's object.
        var path: String
        /// Whole seconds of CLOCK_BOOTTIME; -1 for never.
        var lastSeen: Int
        /// MHz.
        var frequency: Int
    }

    /// The usual channels of setup hotspots: 1, 6 and 11.
    static let usual = [2412, 2437, 2462]
    /// The usual channels of hotspots on 5 GHz, 36 to 48 and 149 to 165: in most countries they need no radar
    /// detection.
    static let usual5 = [[5180, 5200, 5220, 5240], [5745, 5765, 5785, 5805, 5825]]
    /// The channels of a radio whose channels are unknown, as far as it may use them everywhere.
    static let assumed = RadioChannels(
        open: usual + [2417, 2422, 2427, 2432, 2442, 2447, 2452, 2457] + usual5.joined())

    /// The most channels in one visit of the first round. Bluetooth gets its turn after each, of about the same length.
    static let longest = 12
    /// Rare channels in one visit of a later round.
    static let fewest = 4
    /// If the channels are unknown, only a sweep visits all of them. It brings nothing before its end, which takes
    /// twenty seconds while the uplink is up. So rounds of visits replace most sweeps.
    static let roundsPerSweep = 3
    /// Rounds in which somebody probably waits for an accessory that was just switched on: about a minute.
    static let briskRounds = 10

    /// Visits of a channel that may miss an access point before it counts as gone.
    static let misses = 3
    /// The same for channels with rare visits.
    static let rareMisses = 2

    /// Seconds for which a sighting counts as present; wpa_supplicant joins from results of that age, too.
    static let freshness = 5

    /// Seconds of CLOCK_BOOTTIME; earlier sightings do not count.
    private(set) var since: Int
    /// The latest answer's sightings, by the paths of the objects.
    private var counted: Set<String> = []
    private(set) var isComplete = false
    private var ahead: [Visit]
    /// Seconds at which the last visits of each channel began, the newest last.
    private var visits: [Int: [Int]] = [:]
    /// Channels that the radio refused to visit.
    private var refused: Set<Int> = []
    private var rounds = 0
    private var rareVisits = 0
    private var picksChannels = true

    private let isAssumed: Bool
    /// The likeliest channels.
    private let quick: [Int]
    /// Visited in every round: the rest of 2.4 GHz, in halves, and the usual channels of 5 GHz.
    private let parts: [[Int]]
    /// Visited a few at a time, between rounds: channels with radar detection, and those that hardly any accessory
    /// uses.
    private let rare: [Int]

    /// - Parameters:
    ///   - likely: channels to visit before all others, in MHz.
    ///   - channels: those of the radio; nil if they are unknown.
    ///   - startedAt: seconds of CLOCK_BOOTTIME.
    ///   - remembers: sightings just before that count, too.
    ///   - bands: those that need a look; all if it is empty.
    init(
        likely: [Int], channels: RadioChannels?, startedAt: Int, remembers: Bool = true, bands: Set<Band> = []
    ) {
        let known = (channels ?? Self.assumed).of(bands)
        let allowed = Set(known.open + known.radar)
        // A radio with unknown channels may have seen something outside of the assumed ones.
        let likely = likely.filter {
            channels == nil ? bands.isEmpty || bands.contains(Band(frequency: $0)) : allowed.contains($0)
        }
        let usual = Self.usual.filter { allowed.contains($0) && !likely.contains($0) }
        let quick = likely + usual
        self.quick = quick
        let near = known.open.filter { $0 < 2500 && !quick.contains($0) }
        let halves = [Array(near.prefix((near.count + 1) / 2)), Array(near.suffix(near.count / 2))]
        let far = Self.usual5.map { $0.filter { known.open.contains($0) && !quick.contains($0) } }
        parts = zip(halves, far).flatMap { [$0, $1] }.filter { !$0.isEmpty }
        let common = Set(quick + near + far.joined())
        rare = (known.open.filter { $0 < 5926 } + known.radar + known.open.filter { $0 >= 5926 })
            .filter { !common.contains($0) }
        isAssumed = channels == nil
        since = remembers ? startedAt - Self.freshness : startedAt
        ahead = ([likely, usual, near] + far + Self.split(rare, into: Self.longest)).filter { !$0.isEmpty }
            .map { .channels($0) }
        if isAssumed { ahead.append(.everything) }
    }

    var next: Visit { ahead.first ?? .everything }

    /// How long to leave the radio to others before the next visit; zero until all channels were visited once.
    var pause: Duration {
        guard isComplete else { return .zero }
        if next == .everything { return .seconds(2) }
        return isBrisk ? .milliseconds(50) : .seconds(1)
    }

    /// Only whole sweeps are possible from now on.
    mutating func giveUpChannels() {
        picksChannels = false
        ahead = [.everything]
    }

    /// Notes that a channel was visited; `startedAt` in seconds of CLOCK_BOOTTIME.
    mutating func visited(_ channel: Int, startedAt: Int) {
        visits[channel] = (visits[channel] ?? []).suffix(Self.misses - 1) + [startedAt]
    }

    /// Notes that the radio refused to visit this channel. Only a sweep may visit it.
    mutating func refused(_ channel: Int) { refused.insert(channel) }

    /// Notes that all channels of the next visit were visited or refused.
    mutating func finished() {
        if !ahead.isEmpty { ahead.removeFirst() }
        guard ahead.isEmpty else { return }
        // A radio that refused every channel may still sweep.
        if visits.isEmpty { ahead = [.everything] } else { goOn() }
    }

    /// Notes a whole sweep that has ended; `startedAt` in seconds of CLOCK_BOOTTIME.
    /// - Parameter isOurs: it began at our request. Somebody else's, which was under way then, counts as well.
    mutating func swept(startedAt: Int, isOurs: Bool) {
        if !ahead.isEmpty { ahead.removeFirst() }
        since = isOurs ? startedAt : startedAt - Self.freshness
        counted = []
        goOn()
    }

    private mutating func goOn() {
        isComplete = true
        guard picksChannels else {
            ahead = [.everything]
            return
        }
        for _ in 0..<(isAssumed ? Self.roundsPerSweep : 1) {
            rounds += 1
            let round = nextRound().map { $0.filter { !refused.contains($0) } }
            ahead += round.filter { !$0.isEmpty }.map { .channels($0) }
        }
        if isAssumed || ahead.isEmpty { ahead.append(.everything) }
    }

    private var isBrisk: Bool { rounds <= Self.briskRounds }

    /// A quick look at the likeliest channels before every second part, and a few rare channels; at first after every
    /// second round.
    private mutating func nextRound() -> [[Int]] {
        let looks = stride(from: 0, to: parts.count, by: 2).flatMap { [quick] + parts[$0..<min($0 + 2, parts.count)] }
        let round = looks.isEmpty ? [quick] : looks
        guard !rare.isEmpty, !isBrisk || rounds.isMultiple(of: 2) else { return round }
        let few = Self.split(rare, into: Self.fewest)
        rareVisits += 1
        return round + [few[(rareVisits - 1) % few.count]]
    }

    private static func split(_ channels: [Int], into size: Int) -> [[Int]] {
        stride(from: 0, to: channels.count, by: size).map { Array(channels.dropFirst($0).prefix(size)) }
    }

    /// The paths of the sightings that count: seen by the newest sweep or later, and by one of the last visits of their
    /// channel, if there were enough visits. NetworkManager calculates LastSeen anew with every scan, and is sometimes
    /// a second off. So a sighting goes on counting until visits or a sweep have missed it.
    mutating func heard(among sightings: [Sighting]) -> Set<String> {
        counted = Set(sightings.filter(isHeard).map(\.path))
        return counted
    }

    private func isHeard(_ sighting: Sighting) -> Bool {
        let misses = rare.contains(sighting.frequency) ? Self.rareMisses : Self.misses
        let visits = (visits[sighting.frequency] ?? []).suffix(misses)
        let lastSeen = sighting.lastSeen + 1
        let wasMissed = visits.count == misses && lastSeen < visits[visits.startIndex]
        guard sighting.lastSeen >= 0, !wasMissed else { return false }
        return lastSeen >= since || counted.contains(sighting.path)
    }
}
