// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Where accessories are on the home network. Only apps with a grant that is switched on learn it.
extension Daemon {
    private static let loss = "cannot store where an accessory is, so a restart forgets it"

    /// Takes the result of a look at the home network for one accessory. Keeps the place, and notifies monitors and apps
    /// of a change. Without a record of the accessory, nobody may know its place, so nothing is kept.
    func noteWhereabouts(_ event: Whereabouts.Event, of accessory: Accessory.ID) {
        guard !records.records(of: accessory).isEmpty else { return }
        var place = book.places[accessory] ?? Whereabouts()
        let effects = place.receive(event)
        book.places[accessory] = place
        for effect in effects {
            switch effect {
            case .write(let location): commit([.locate(accessory, location)], orLog: Self.loss, of: nil, accessory)
            case .notify(let change, let location):
                for record in records.records(of: accessory) {
                    publish(
                        .location, app: record.app, accessory: accessory, of: Claimant(of: record),
                        "'\(record.title)' \(change.text(location))")
                    guard record.isValid(at: now()) else { continue }
                    emit(
                        Event(change.event, accessory: record.accessory, location: location),
                        to: Claimant(app: record.app, uid: record.uid), about: record)
                }
            }
        }
    }

    /// Takes where the look after a hand-over has found an accessory, and by what it will be found later. If it was not
    /// found, nothing follows from that: it may come later.
    ///
    /// - Parameter page: the page that the accessory named.
    func noteArrival(
        _ finding: ArrivalFinding, of expected: ExpectedIdentity, page: String?, _ accessory: Accessory.ID
    ) {
        noteIdentity(expected.lasting(finding), of: accessory)
        if let place = finding.location(page: page, at: now()) { noteWhereabouts(.seen(place), of: accessory) }
    }

    /// Takes by what an accessory that has the home network will be found there.
    func noteIdentity(_ identity: ExpectedIdentity, of accessory: Accessory.ID) {
        guard !records.records(of: accessory).isEmpty, book.identities[accessory] != identity else { return }
        commit([.identify(accessory, identity)], orLog: Self.loss, of: nil, accessory)
    }
}

extension Whereabouts.Change {
    fileprivate var event: EventType {
        switch self {
        case .arrived: .accessoryArrived
        case .moved: .accessoryMoved
        case .gone: .accessoryGone
        }
    }

    /// For a sentence that begins with the accessory.
    fileprivate func text(_ location: Location) -> String {
        let doubt = location.isConfirmed ? "" : ", as it seems"
        return switch self {
        case .arrived: "is on the home network at \(location.address)\(doubt)"
        case .moved: "has moved to \(location.address) on the home network\(doubt)"
        case .gone: "is no longer on the home network"
        }
    }
}
