// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// The accessories that no app owns.
extension Daemon {
    /// The accessories that have a record of the built-in manifest.
    var onboarded: Set<Accessory.ID> { Set(records.all(of: OnboardOrder.app).map(\.accessory.id)) }

    /// From the hand-over on, the record stays: the accessory is likely at home, whoever is killed now.
    func keepForGood(_ accessory: Accessory) {
        guard var own = records[AccessRecord.Key(app: OnboardOrder.app, uid: nil, accessory: accessory.id)],
            own.expires != nil
        else { return }
        own.expires = nil
        do {
            try commit([.put(own, nil)])
        } catch {
            log.error("cannot store that '\(accessory.displayName)' stays, so its record ends in minutes: \(error)")
        }
    }

    /// After a start: accessories whose way was broken off before they were handed the network.
    func takeBackUnfinished() {
        for record in records.all(of: OnboardOrder.app) where record.expires != nil {
            takeBack(record.accessory, "accessoryd ended before the hand-over")
        }
    }

    /// Removes the record of an accessory that did not get the network.
    func takeBack(_ accessory: Accessory, _ why: String) {
        let own = records[AccessRecord.Key(app: OnboardOrder.app, uid: nil, accessory: accessory.id)]
        guard let own else { return }
        do {
            try carryOut(
                AccessChange(
                    records: [own], action: .revoked,
                    cause: Cause(who: "accessoryd", why: "it did not get the home network: \(why)")))
        } catch {
            log.error("cannot remove the record of '\(accessory.displayName)': \(error)")
        }
    }
}
