// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// One accessory's arrival on the home network: the identity that it must have, against what the network shows.
///
/// Multicast DNS names an address, and so may the accessory itself. Both are reasons to ask at that address, and no
/// evidence: every station can announce everything. Only the answer to a check by unicast counts, together with the
/// kernel's neighbour table, which names the station that answered. Another device that answers
/// with the accessory's station address is found out only by a session with the label's secret.
package struct Arrival: Machine, Sendable {
    package enum Event: Sendable {
        /// The look begins.
        case began
        case seen(HomeSighting)
        case checked(String, CheckAnswer)
        /// This address is not asked: it is this machine's or its router's, whatever names it.
        case taken(String)
        /// The pause before another check is over.
        case rested
        /// The time for the look is over; of a look that goes on, its present period.
        case due
    }

    package enum Effect: Sendable, Equatable {
        /// Asks the device at this address, over this interface if one is known.
        case check(String, interface: String?)
        /// `rested` follows after this time.
        case rest(Duration)
        /// `due` follows after this time.
        case startTimer(Duration)
        case finish(ArrivalFinding)
        /// The result so far, of a look that goes on.
        case report(ArrivalFinding)
    }

    /// The time for the look: a device joins within 20 s, and announces itself some seconds later.
    package static let patience = Duration.seconds(45)
    /// Between a check that nothing answered, and the next one.
    package static let pause = Duration.seconds(3)
    /// Addresses in view. Those that may be the accessory's stay if there are more.
    package static let mostAddresses = 512
    package static let mostChecksAtOnce = 2
    package static let mostChecks = 24

    package let expected: ExpectedIdentity
    let patience: Duration
    /// Nil if the look ends with its result.
    var following: Following?
    var candidates: [String: ArrivalCandidate] = [:]
    private var missing: [HomeSource: String] = [:]
    var checks = 0
    var isResting = false
    private var wait = Wait.notYet
    private var isOver = false

    /// An accessory may be seen at an address of IPv6 before DHCP has given it one of IPv4. Before the look ends with the
    /// former, it goes on for one pause.
    private enum Wait { case notYet, underWay, over }

    /// - Parameter patience: the time for the look.
    package init(_ expected: ExpectedIdentity, patience: Duration = Self.patience) {
        self.expected = expected
        self.patience = patience
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        guard !isOver else { return [] }
        switch event {
        case .began:
            if following == nil, expected.isProven, let address = expected.address {
                return finish(.confirmed(.init(address: address, station: expected.station), .key))
            }
            guard !expected.isEmpty else { return finish(.notSeen(.init())) }
            if let address = expected.address { candidates[address] = ArrivalCandidate(at: address, isClaimed: true) }
            return [.startTimer(patience)] + advance()
        case .seen(let sighting): return see(sighting) ? advance() : []
        case .checked(let address, let answer):
            guard candidates[address]?.isAsked == true else { return [] }
            candidates[address]?.check = .answered(answer)
            return advance()
        case .taken(let address):
            guard candidates[address]?.isAsked == true else { return [] }
            candidates[address]?.check = .taken
            return advance()
        case .rested:
            isResting = false
            if wait == .underWay { wait = .over }
            for (address, candidate) in candidates where candidate.isSilent { candidates[address]?.check = .none }
            return advance()
        case .due: return following == nil ? finish(finding) : beginAgain()
        }
    }

    /// Returns whether the sighting concerns an address that may be the accessory's.
    private mutating func see(_ sighting: HomeSighting) -> Bool {
        switch sighting {
        case .announced(let announcement):
            let isWithdrawn = withdraw(announcement.id, except: announcement.address)
            return change(announcement.address) { $0.announce(announcement) } || isWithdrawn
        case .withdrawn(let id): return withdraw(id, except: nil)
        case .neighbour(let neighbour): return change(neighbour.address) { $0.settle(neighbour) }
        case .neighbourGone(let address): return candidates[address] != nil && change(address) { $0.settle(nil) }
        case .neighboursAnew:
            // Another station may have had an address meanwhile.
            for address in candidates.keys {
                _ = change(address) { candidate in
                    candidate.neighbour = nil
                    candidate.forgetAnswer()
                }
            }
            return true
        case .unavailable(let source, let reason):
            missing[source] = reason
            return false
        }
    }

    /// A service that has another address now.
    private mutating func withdraw(_ id: Announcement.ID, except address: String?) -> Bool {
        var isOfInterest = false
        for (other, candidate) in candidates where other != address && candidate.announcements[id] != nil {
            isOfInterest = change(other) { $0.announcements[id] = nil } || isOfInterest
        }
        return isOfInterest
    }

    /// Returns whether the address is, or was, of interest.
    private mutating func change(_ address: String, _ body: (inout ArrivalCandidate) -> Void) -> Bool {
        var candidate = candidates[address] ?? ArrivalCandidate(at: address)
        let wasOfInterest = candidate.isOfInterest
        body(&candidate)
        candidate.isClaimed = candidate.claims(expected, at: address)
        let isOfInterest = candidate.isOfInterest
        if candidates[address] == nil, candidates.count >= Self.mostAddresses {
            let other = candidates.first { !$1.isOfInterest }
            guard isOfInterest, let other else { return false }
            candidates[other.key] = nil
        }
        let isUseless = candidate.announcements.isEmpty && candidate.neighbour == nil && !isOfInterest
        candidates[address] = isUseless ? nil : candidate
        return isOfInterest || wasOfInterest
    }

    /// Ends with what is certain, or asks where there is a reason to.
    mutating func advance() -> [Effect] {
        let found = following == nil ? sighting : nil
        let isCertain = found?.isConfirmed == true
        if isCertain, let found, wait == .over || kind(of: found) == .ipv4 { return finish(found) }
        let effects = ask()
        let mayAnswerLater = checks < Self.mostChecks && candidates.values.contains(where: \.mayAnswerLater)
        guard !isResting, mayAnswerLater || isCertain && wait == .notYet else { return effects + report() }
        isResting = true
        if isCertain { wait = .underWay }
        return effects + [.rest(Self.pause)] + report()
    }

    private mutating func ask() -> [Effect] {
        var effects: [Effect] = []
        var underWay = candidates.values.count(where: \.isAsked)
        guard underWay < Self.mostChecksAtOnce, checks < Self.mostChecks else { return [] }
        for (address, candidate) in candidates.filter({ mayAsk($1) }).sorted(by: Self.comesFirst) {
            guard underWay < Self.mostChecksAtOnce, checks < Self.mostChecks else { break }
            candidates[address]?.ask()
            checks += 1
            underWay += 1
            let interface = candidate.neighbour?.interface ?? candidate.announcements.keys.map(\.interface).min()
            effects.append(.check(address, interface: interface))
            doubt(because: address)
        }
        return effects
    }

    private func mayAsk(_ candidate: ArrivalCandidate) -> Bool {
        candidate.isClaimed && candidate.awaitsCheck
            && candidate.neighbour.map { expected.fits($0.station) } != false
    }

    private static func comesFirst(
        _ a: (key: String, value: ArrivalCandidate), _ b: (key: String, value: ArrivalCandidate)
    ) -> Bool {
        a.value.turn == b.value.turn ? a.key < b.key : a.value.turn < b.value.turn
    }

    private mutating func finish(_ finding: ArrivalFinding) -> [Effect] {
        isOver = true
        return [.finish(finding)]
    }
}

extension Arrival {
    /// What is known now.
    var finding: ArrivalFinding { sighting ?? .notSeen(trace) }

    /// What is known now; nil if it was not seen.
    package var sighting: ArrivalFinding? {
        var best: [(place: ArrivalFinding.Place, kind: AddressKind, evidence: ArrivalEvidence, hasAnswered: Bool)] = []
        for (address, candidate) in candidates {
            guard let (evidence, hasAnswered) = likelihood(of: candidate, at: address) else { continue }
            if let other = best.first, (evidence, hasAnswered) != (other.evidence, other.hasAnswered) {
                let isBetter = evidence == other.evidence ? hasAnswered : evidence > other.evidence
                guard isBetter else { continue }
                best = []
            }
            best.append((place(address, candidate), candidate.kind, evidence, hasAnswered))
        }
        // One station may have several addresses.
        best.sort { ($0.kind, $0.place.address) < ($1.kind, $1.place.address) }
        guard let first = best.first else { return nil }
        let stations = Set(best.map { $0.place.station?.description ?? $0.place.address })
        guard stations.count == 1 else {
            return .ambiguous(best.prefix(ArrivalFinding.Trace.most).map(\.place))
        }
        let isCertain = expected.hasStation && first.evidence >= .station && first.hasAnswered
        return isCertain ? .confirmed(first.place, first.evidence) : .likely(first.place, first.evidence)
    }

    func kind(of finding: ArrivalFinding) -> AddressKind? { finding.place.flatMap { candidates[$0.address]?.kind } }

    /// A neighbour with exactly the accessory's station address is likely, even if it never answers.
    private func likelihood(
        of candidate: ArrivalCandidate, at address: String
    ) -> (evidence: ArrivalEvidence, hasAnswered: Bool)? {
        if let evidence = candidate.evidence(for: expected, at: address) { return (evidence, true) }
        guard expected.hasStation, candidate.check != .taken, let neighbour = candidate.neighbour else { return nil }
        return expected.fits(neighbour.station) == true && !contradicts(candidate) ? (.station, false) : nil
    }

    private func contradicts(_ candidate: ArrivalCandidate) -> Bool {
        guard case .named(let device)? = candidate.answer, let own = device.address else { return false }
        return expected.fits(own) == false
    }

    private func place(_ address: String, _ candidate: ArrivalCandidate) -> ArrivalFinding.Place {
        ArrivalFinding.Place(
            address: address, host: candidate.host, station: candidate.neighbour?.station,
            interface: candidate.neighbour?.interface)
    }

    private var trace: ArrivalFinding.Trace {
        var trace = ArrivalFinding.Trace()
        trace.missing = missing
        for (address, candidate) in candidates.sorted(by: { $0.key < $1.key }) {
            guard candidate.isClaimed else {
                trace.others += 1
                continue
            }
            if candidate.check == .taken {
                trace.taken = address
            } else if candidate.neighbour.map({ expected.fits($0.station) }) == false || contradicts(candidate) {
                if trace.foreign.count < ArrivalFinding.Trace.most { trace.foreign.append(address) }
            } else if trace.silent.count < ArrivalFinding.Trace.most {
                trace.silent.append(address)
            }
        }
        return trace
    }
}
