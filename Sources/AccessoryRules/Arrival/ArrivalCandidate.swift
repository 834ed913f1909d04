// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// One address of the home network that may be the accessory's.
struct ArrivalCandidate: Sendable {
    enum Check: Hashable, Sendable {
        case none
        case underWay
        case answered(CheckAnswer)
        /// Answered before, and to be asked again.
        case outdated(CheckAnswer)
        /// Answered before, and asked again.
        case repeated(CheckAnswer)
        /// It is this machine's or its router's, and not to be asked.
        case taken
    }

    let kind: AddressKind
    /// Something names its address as the accessory's.
    var isClaimed: Bool
    var announcements: [Announcement.ID: Announcement] = [:]
    var neighbour: Neighbour?
    var check = Check.none
    /// The checks that were made.
    var checks = 0

    /// Services of one device.
    static let mostAnnouncements = 8
    /// A device that has just joined may be silent at first.
    static let mostChecks = 3

    init(at address: String, isClaimed: Bool = false) {
        kind = AddressKind(address)
        self.isClaimed = isClaimed
    }

    /// The station behind the address is another one than when it answered.
    mutating func settle(_ neighbour: Neighbour?) {
        let isOther = self.neighbour.map { $0.station != neighbour?.station } == true
        self.neighbour = neighbour
        if isOther { forgetAnswer() }
    }

    mutating func forgetAnswer() {
        switch check {
        case .answered, .outdated: check = .none
        case .repeated: check = .underWay
        case .none, .underWay, .taken: break
        }
    }

    mutating func announce(_ announcement: Announcement) {
        guard announcements.count < Self.mostAnnouncements || announcements[announcement.id] != nil else { return }
        announcements[announcement.id] = announcement
    }

    var isOfInterest: Bool { isClaimed || check != .none }

    var host: String? { announcements.values.compactMap(\.host).min() }
    var isSilent: Bool { check == .answered(.silent) }
    var isAsked: Bool {
        switch check {
        case .underWay, .repeated: true
        case .none, .answered, .outdated, .taken: false
        }
    }

    /// The latest answer that still counts.
    var answer: CheckAnswer? {
        switch check {
        case .answered(let answer), .outdated(let answer), .repeated(let answer): answer
        case .none, .underWay, .taken: nil
        }
    }

    /// Whether it may be asked now.
    var awaitsCheck: Bool {
        switch check {
        case .none, .outdated: checks < Self.mostChecks
        case .underWay, .answered, .repeated, .taken: false
        }
    }

    /// Whether it is asked again after a pause.
    var mayAnswerLater: Bool { isSilent && checks < Self.mostChecks }

    /// A liar has many addresses, so those with a neighbour come first, and then those with the fewest checks.
    var turn: (Int, Int, Int, AddressKind) { (neighbour == nil ? 1 : 0, answer == nil ? 1 : 0, checks, kind) }

    mutating func ask() {
        check = answer.map { .repeated($0) } ?? .underWay
        checks += 1
    }

    /// Its answer is to be renewed.
    mutating func outdate() {
        switch check {
        case .answered(let answer): check = .outdated(answer)
        case .taken: check = .none
        case .none, .underWay, .outdated, .repeated: break
        }
    }

    /// Something names this address as the accessory's. That is a reason to ask there, and nothing more.
    func claims(_ expected: ExpectedIdentity, at address: String) -> Bool {
        if let neighbour, expected.fits(neighbour.station) == true || address == expected.address { return true }
        return address == expected.address
            || announcements.values.contains { announcement in
                announcement.station.map { expected.fits($0) == true } == true
                    || expected.has(name: announcement.identifier) || expected.has(name: announcement.host)
                    || expected.has(name: announcement.id.name)
            }
    }

    /// The evidence for this address so far, which only a check by unicast can give; nil if there is none.
    ///
    /// The kernel's neighbour alone is likely at most, and is no evidence here before the device has answered: a reply of
    /// ARP has no proof, and may name any station. An answer over TCP shows more. The access point delivers the frames to
    /// the station with that address and to no other, so whoever answers is it. Two stations with one address would knock
    /// each other off the network.
    func evidence(for expected: ExpectedIdentity, at address: String) -> ArrivalEvidence? {
        guard let answer, answer != .silent else { return nil }
        let fits = neighbour.flatMap { expected.fits($0.station) }
        // Another station speaks for it, or takes its address over.
        if fits == false { return nil }
        if case .named(let device) = answer {
            if let own = device.address, expected.fits(own) == false { return nil }
            if fits == true, let own = device.address, own == neighbour?.station { return .ownInterface }
            if fits != true, expected.has(name: device.name) { return .name }
        }
        if fits == true { return .station }
        return address == expected.address ? .address : nil
    }
}
