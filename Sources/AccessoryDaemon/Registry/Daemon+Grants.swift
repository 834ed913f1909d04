// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// New access records: the store writes each with its line of history in one step, then the app gets an event.
extension Daemon {
    /// Writes the grant of the chosen and joined accessory, together with the migrations. It is on the disk when this
    /// returns.
    func grant(
        _ choice: Setup.Choice, _ migrations: [Setup.Migration], to claimant: Claimant, lease: Lease.ID?,
        chooser: Chooser,
        chosenIn screen: Presentation.ID?, for caller: Caller
    ) throws(AccessoryError) -> (added: Accessory, migrated: [Accessory]) {
        let person = screens.chooser(screen, for: caller)
        let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: choice.accessory.id)]
        if !chooser.isAtPicker, let own {
            let kept = try? store.passphrase(of: own.accessory.id)
            if try book.isGood(own, for: choice, kept: kept, at: now()) {
                if let lease { leases[lease]?.rests(on: own.key) }
                return (own.accessory, [])
            }
        }
        let grant = book.granting(
            choice, to: claimant, by: person, chooser, at: now(), keeping: screens.pictures.keeping)
        let migrating = book.migrating(
            migrations, to: claimant, by: person, at: now(), keeping: screens.pictures.keeping)
        try commit(grant.changes + migrating.changes)
        if let lease { leases[lease]?.rests(on: grant.record.key) }
        report(grant.action, grant.record, by: grant.record.grantedBy)
        return (grant.record.accessory, migrating.accessories)
    }

    /// Writes accessories that the app set up by other means, once a person lets it keep them.
    func migrate(
        _ migrations: [Setup.Migration], to claimant: Claimant, chosenIn screen: Presentation.ID?, for caller: Caller
    ) throws(AccessoryError) -> [Accessory] {
        let person = screens.chooser(screen, for: caller)
        let migrating = book.migrating(
            migrations, to: claimant, by: person, at: now(), keeping: screens.pictures.keeping)
        try commit(migrating.changes)
        let names = migrating.accessories.map { "'\($0.displayName)'" }.joined(separator: ", ")
        publish(.access, app: claimant.app, of: claimant, "\(names) migrated; \(person) allowed it at the picker")
        return migrating.accessories
    }

    /// A grant without a picker.
    func grant(_ request: GrantRequest, by caller: Caller) throws(AccessoryError) -> AccessRecord {
        var order = try AccessBook.Order(request, allowedBy: try access.manifest(request.app), at: now())
        let asking = Claimant(app: request.app, uid: order.uid)
        let folder = configuration.manifests.byID[request.app]?.pictures
        order.image = try screens.pictures.admit(request.image, field: "image", for: asking, from: folder)
        defer { screens.forgetPictures(of: asking) }
        let grant = book.granting(order, by: "\(caller.identity)", at: now(), keeping: screens.pictures.keeping)
        let isNew = records[grant.record.key] == nil
        try commit(grant)
        emit(
            Event(isNew ? .accessoryAdded : .accessoryChanged, accessory: grant.record.accessory),
            to: asking, about: grant.record)
        return grant.record
    }

    /// Writes the record of an accessory that is being put on the home network over Bluetooth, and keeps its bond. One whose
    /// address changes gets none.
    func grant(_ device: Advertisement, by caller: Caller) throws(AccessoryError) {
        let grant = book.granting(device, by: "\(caller.identity)", at: now(), keeping: screens.pictures.keeping)
        if let grant { try commit(grant) }
    }

    // MARK: Accessories that no app owns

    /// From the hand-over on, the record stays.
    func keepForGood(_ accessory: Accessory) {
        commit(
            book.keepingForGood(accessory.id),
            orLog: "cannot store that '\(accessory.displayName)' stays, so its record ends in minutes")
    }

    /// Removes the record of an accessory that did not take the network.
    func takeBack(_ accessory: Accessory, _ why: String) {
        guard let own = book.onboarded(accessory.id) else { return }
        let cause = Cause(who: Self.name, why: "it did not take the home network: \(why)")
        do {
            try carryOut(AccessChange(records: [own], action: .revoked, cause: cause))
        } catch {
            log.error("cannot remove the record of '\(accessory.displayName)': \(error)")
        }
    }

    private func commit(_ grant: AccessBook.Grant) throws(AccessoryError) {
        try commit(grant.changes)
        report(grant.action, grant.record, by: grant.record.grantedBy)
    }
}
