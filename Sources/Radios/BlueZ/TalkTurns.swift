// SPDX-License-Identifier: Apache-2.0

/// Who talks with a device next. Owners take turns, whatever the number of their devices; those of one owner go in order.
struct TalkTurns {
    private struct Waiter {
        let ticket: Int
        let owner: String
    }

    private var waiting: [Waiter] = []
    /// When each owner had its last turn.
    private var served: [String: Int] = [:]
    private var last = 0
    /// Whose last attempts were in vain.
    private var failing: Set<String> = []
    private var talking = ""
    /// Until then none of them keeps others from listening.
    private var hearingEnds = Duration.zero

    /// How long others can listen after an attempt in vain, which kept them from it for as long as it took: devices that want
    /// to be found advertise every second or two at the slowest, and a search takes a second or two to begin.
    static let hearing = Duration.seconds(5)

    private mutating func count() -> Int {
        last += 1
        return last
    }

    /// A ticket, with which `take` or `leave` must follow.
    mutating func enter(_ owner: String) -> Int {
        let ticket = count()
        waiting.append(Waiter(ticket: ticket, owner: owner))
        return ticket
    }

    /// The attempt of whoever has the turn was in vain.
    mutating func failed(at now: Duration) {
        failing.insert(talking)
        hearingEnds = now + Self.hearing
    }

    /// Whose last turn is the longest ago; nil if nobody waits, or while it is the turn of those who listen.
    func next(at now: Duration, isHeardFor: Bool) -> Int? {
        let areHeard = isHeardFor && now < hearingEnds
        return waiting.filter { !areHeard || !failing.contains($0.owner) }.min {
            (served[$0.owner] ?? 0, $0.ticket) < (served[$1.owner] ?? 0, $1.ticket)
        }?.ticket
    }

    /// Whoever has the turn is in the way of others: of those who wait, or who listen for one device. What a person has
    /// ordered is in nobody's.
    func areInTheWay(isSought: Bool) -> Bool {
        !talking.isEmpty && (isSought || waiting.contains { $0.owner != talking })
    }

    mutating func take(_ ticket: Int) {
        guard let owner = waiting.first(where: { $0.ticket == ticket })?.owner else { return }
        served[owner] = count()
        talking = owner
        failing.remove(owner)
        leave(ticket)
    }

    /// Gives the ticket back, if it was not taken.
    mutating func leave(_ ticket: Int) {
        waiting.removeAll { $0.ticket == ticket }
        // A turn of long ago says no more than none.
        if waiting.isEmpty, served.count > Self.mostOwners { (served, failing) = ([:], []) }
    }

    private static let mostOwners = 64
}
