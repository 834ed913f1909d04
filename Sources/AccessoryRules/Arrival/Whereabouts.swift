// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The place of one accessory on the home network, look after look: it arrives, moves and goes.
///
/// A place that is only likely never displaces a confirmed one while the accessory is there, since anybody can announce
/// a name. Once the confirmed sighting is old, what is likely counts: some accessories can be confirmed only while they are
/// added, and would otherwise stay at that time for ever.
package struct Whereabouts: Hashable, Sendable {
    /// The result of a look.
    package enum Event: Hashable, Sendable {
        case seen(Location)
        case notSeen
    }

    /// From one place to the next.
    package enum Transition: Hashable, Sendable, CaseIterable {
        /// Seen for the first time, or again, or confirmed after it was only likely.
        case arrived
        /// Seen at another address.
        case moved
        /// No longer seen.
        case gone

        /// For a sentence that begins with the accessory.
        package func text(_ location: Location) -> String {
            let doubt = location.isConfirmed ? "" : ", as it seems"
            return switch self {
            case .arrived: "is on the home network at \(location.address)\(doubt)"
            case .moved: "has moved to \(location.address) on the home network\(doubt)"
            case .gone: "is no longer on the home network"
            }
        }
    }

    package enum Effect: Hashable, Sendable {
        case write(Location)
        case notify(Transition, Location)
    }

    /// Seconds from one write of a sighting that changes nothing else to the next. A look that goes on reports once a minute
    /// (`Arrival.followingPeriod`), so a restart forgets one report at most.
    package static let writePause: Int64 = 60

    package private(set) var location: Location?
    private var written: Timestamp?

    /// - Parameter stored: the place as an earlier run of the agent saw it. Until it is seen again, it is not online.
    package init(stored: Location? = nil) {
        location = stored
        location?.isOnline = false
        written = stored?.lastSeen
    }

    /// Seconds for which a sighting counts as the present. That nobody has looked since does not make an accessory go, so
    /// there is no event for it.
    package static let freshness: Int64 = 900

    /// The place as it is known at an instant.
    package func location(at now: Timestamp) -> Location? {
        guard var place = location else { return nil }
        place.isOnline = place.isOnline && Self.isFresh(place, at: now)
        return place
    }

    /// The wall clock may have been set back since the sighting.
    private static func isFresh(_ place: Location, at now: Timestamp) -> Bool {
        abs(now.seconds - place.lastSeen.seconds) < freshness
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .seen(let place): return see(place)
        case .notSeen:
            guard var last = location, last.isOnline else { return [] }
            last.isOnline = false
            location = last
            return write(last) + [.notify(.gone, last)]
        }
    }

    private mutating func see(_ place: Location) -> [Effect] {
        guard let last = location else { return keep(place, .arrived) }
        guard last.isOnline else { return keep(place.filled(from: last), .arrived) }
        guard place.isConfirmed || !last.isConfirmed || !Self.isFresh(last, at: place.lastSeen) else { return [] }
        let place = place.filled(from: last)
        if place.address != last.address { return keep(place, .moved) }
        if place.isConfirmed, !last.isConfirmed { return keep(place, .arrived) }
        let isSame =
            place.host == last.host && place.page == last.page && place.evidence == last.evidence
            && place.isConfirmed == last.isConfirmed
        // The wall clock may have been set back since the last write.
        let isRecent = written.map { (0..<Self.writePause).contains(place.lastSeen.seconds - $0.seconds) } ?? false
        return keep(place, nil, writing: !isSame || !isRecent)
    }

    private mutating func keep(_ place: Location, _ change: Transition?, writing: Bool = true) -> [Effect] {
        var place = place
        place.isOnline = true
        location = place
        return (writing ? write(place) : []) + (change.map { [.notify($0, place)] } ?? [])
    }

    private mutating func write(_ place: Location) -> [Effect] {
        written = place.lastSeen
        return [.write(place)]
    }
}
