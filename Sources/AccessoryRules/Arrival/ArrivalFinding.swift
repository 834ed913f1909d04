// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Where an accessory is on the home network, and how sure that is.
package enum ArrivalFinding: Hashable, Sendable {
    /// An address of the home network.
    package struct Place: Hashable, Sendable {
        package var address: String
        /// The name of its host, by its own word.
        package var host: String?
        package var station: MACAddress?
        /// The interface of this machine that leads there.
        package var interface: String?

        package init(address: String, host: String? = nil, station: MACAddress? = nil, interface: String? = nil) {
            self.address = address
            self.host = host
            self.station = station
            self.interface = interface
        }
    }

    /// What was there instead.
    package struct Trace: Hashable, Sendable {
        /// Addresses that something named as the accessory's, and where nothing answered; at most `most` of them.
        package var silent: [String] = []
        /// The same, and another station than the accessory's answered there.
        package var foreign: [String] = []
        /// An address that something named as the accessory's, and that is this machine's or its router's.
        package var taken: String?
        /// Announcements and neighbours of any device.
        package var others = 0
        /// Sources that this machine lacks.
        package var missing: [HomeSource: String] = [:]

        package static let most = 4

        package init() {}
    }

    case confirmed(Place, ArrivalEvidence)
    case likely(Place, ArrivalEvidence)
    /// Several stations may be it, and the agent does not guess.
    case ambiguous([Place])
    case notSeen(Trace)

    package var place: Place? {
        switch self {
        case .confirmed(let place, _), .likely(let place, _): place
        case .ambiguous, .notSeen: nil
        }
    }

    package var evidence: ArrivalEvidence? {
        switch self {
        case .confirmed(_, let evidence), .likely(_, let evidence): evidence
        case .ambiguous, .notSeen: nil
        }
    }

    package var isConfirmed: Bool { if case .confirmed = self { true } else { false } }

    /// The page that the accessory named, if that is on the address where it is.
    package func page(_ named: String?) -> DevicePage? { location(page: named, at: Timestamp(seconds: 0))?.page }

    /// Where the accessory is; nil if that is not known.
    ///
    /// - Parameter page: the page that the accessory named.
    package func location(page: String? = nil, at now: Timestamp) -> Location? {
        guard let place, let evidence, let address = IPAddress(place.address) else { return nil }
        return Location(
            address: address, host: place.host.map { "\($0).local" }, page: page, evidence: evidence,
            isConfirmed: isConfirmed, lastSeen: now)
    }
}

extension ArrivalFinding {
    /// A sentence for people, with the cure.
    package var text: String {
        switch self {
        case .confirmed(let place, let evidence):
            "it is at \(place.address.printable), confirmed by \(evidence.explanation)"
        case .likely(let place, let evidence):
            "it is likely at \(place.address.printable) by \(evidence.explanation), which proves nothing"
        case .ambiguous(let places):
            "several stations may be it: \(places.map(\.address.printable).joined(separator: ", ")); switch the others off, "
                + "or look at the router's list"
        case .notSeen(let trace): "it was not seen there: \(trace.text)"
        }
    }
}

extension ArrivalFinding.Trace {
    fileprivate var text: String {
        if !foreign.isEmpty {
            return "another station answers in its name at \(foreign.map(\.printable).joined(separator: ", ")); "
                + "find out which device that is"
        }
        if !silent.isEmpty {
            return "it should be at \(silent.map(\.printable).joined(separator: ", ")), and nothing answers "
                + "there; the network may keep its stations apart (client isolation)"
        }
        if let taken {
            return "\(taken.printable) was named as its address, which is this machine's or its router's; look at the "
                + "router's list of stations"
        }
        let lacks = missing.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.printable).joined(separator: "; ")
        let seen =
            others == 0
            ? "no other station was seen either"
            : "\(others) other \(others == 1 ? "address was" : "addresses were") seen"
        let cure =
            "the network may keep its stations apart (client isolation), or the accessory has not joined: check whether its "
            + "light shows a connection, and look at the router's list of stations"
        return lacks.isEmpty ? "\(seen); \(cure)" : "\(seen); \(lacks); \(cure)"
    }
}
