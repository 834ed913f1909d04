// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Logging

/// New access records: the store writes each with its line of history in one step, then the app gets an event.
extension Daemon {
    /// The author of a change, its proof, and the reason.
    struct Cause: Sendable {
        var who: String
        var proof: Proof?
        var why: String
    }

    // MARK: Grants

    /// Writes the grant of the chosen and joined accessory, together with the migrations. It is on the disk when this
    /// returns.
    func grant(
        _ choice: Setup.Choice, _ migrations: [Setup.Migration], to claimant: Claimant, lease: Lease.ID?, plan: Plan?,
        chosenIn screen: Presentation.ID?, for caller: Caller
    ) throws(AccessoryError) -> (added: Accessory, migrated: [Accessory]) {
        let person = chooser(screen, for: caller)
        let (network, device) = (choice.candidate.network, choice.candidate.device)
        var accessory = choice.accessory
        accessory.state = .authorized
        let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory.id)]
        if plan != nil, let own, try isGood(own, for: choice) {
            if let lease { leases[lease]?.rests(on: own.key) }
            return (own.accessory, [])
        }
        let record = AccessRecord(
            app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory,
            bluetoothAddress: device?.address.address
                ?? records.records(of: accessory.id).lazy.compactMap(\.bluetoothAddress).first,
            bluetoothName: device?.name.map { DisplayName.harmless($0) } ?? bluetoothName(of: accessory.id),
            security: security(of: choice, after: own),
            accessPoints: choice.isElsewhere ? [] : choice.link.map { [$0.bssid] } ?? [], frequency: network?.frequency,
            // The hotspot of an accessory that gets the home network was found, and goes.
            isHidden: choice.candidate.isExact && plan?.isOrdered != true,
            origin: plan.map { $0.isOrdered ? .administrator : .plan } ?? .picker,
            grantedBy: plan.map { $0.isOrdered ? person : "plan \($0.id), run by \(person)" }
                ?? "\(person) at the picker",
            granted: own?.granted ?? now(),
            expires: plan?.isOrdered == true && own == nil
                ? Timestamp(seconds: now().seconds + Self.untilHandedOver) : nil)
        let (action, changes) = changes(
            granting: record, network?.security.key == .passphrase ? choice.passphrase : nil,
            Cause(
                who: person, proof: claimant.proof,
                why: plan.map { $0.isOrdered ? "put on the home network" : "chosen by plan \($0.id)" }
                    ?? "chosen at the picker"
                    + (choice.isAcceptedAsNew ? ", and accepted as new: \(secured(record))" : "")))
        let migrating = migrating(migrations, to: claimant, by: person)
        let kept = device.map { [Change.settle(bond: $0.address.address)] } ?? []
        try commit(changes + renamed(accessory) + kept + withoutSecret(record) + migrating.changes)
        if let lease { leases[lease]?.rests(on: record.key) }
        publish(
            .access, app: record.app, accessory: record.accessory.id, of: Claimant(of: record),
            "access to '\(record.title)' was \(action.past) by \(record.grantedBy)")
        return (accessory, migrating.accessories)
    }

    /// The name that some record has.
    private func bluetoothName(of accessory: Accessory.ID) -> String? {
        records.records(of: accessory).lazy.compactMap(\.bluetoothName).first
    }

    /// The security of the join; never less than before, unless a person accepted that.
    private func security(of choice: Setup.Choice, after own: AccessRecord?) -> Security? {
        let joined = choice.link.flatMap(\.security) ?? choice.candidate.network?.security
        return choice.isAcceptedAsNew ? joined : ExpectedSecurity.remembering(joined, after: own?.security)
    }

    /// An accessory whose network was accepted without a passphrase loses its own: a kept one would imply security.
    private func withoutSecret(_ record: AccessRecord) -> [Change] {
        record.security?.key == Security.Key.none ? [.dropSecret(of: record.accessory.id)] : []
    }

    private func secured(_ record: AccessRecord) -> String { record.security?.title ?? "its network" }

    /// Whether the record of an earlier run of a plan needs no change. Throws if a person has switched it off: a file
    /// does not undo that.
    private func isGood(_ own: AccessRecord, for choice: Setup.Choice) throws(AccessoryError) -> Bool {
        if own.accessory.state == .unauthorized, !own.hasExpired(at: now()) {
            throw AccessoryError(
                .userRestricted,
                "\(own.app)'s access to '\(own.title)' is switched off; see 'accessoryctl access allow'")
        }
        let needed = choice.candidate.network?.security.key == .passphrase ? choice.passphrase : nil
        let kept = try? store.passphrase(of: own.accessory.id)
        return own.isValid(at: now()) && own.accessory.ssid == choice.accessory.ssid
            && own.accessory.bssid == choice.accessory.bssid && (needed == nil || needed == kept)
    }

    /// Writes accessories that the app set up by other means, once a person lets it keep them.
    func migrate(
        _ migrations: [Setup.Migration], to claimant: Claimant, chosenIn screen: Presentation.ID?, for caller: Caller
    ) throws(AccessoryError) -> [Accessory] {
        let person = chooser(screen, for: caller)
        let migrating = migrating(migrations, to: claimant, by: person)
        try commit(migrating.changes)
        let names = migrating.accessories.map { "'\($0.displayName)'" }.joined(separator: ", ")
        publish(
            .access, app: claimant.app, of: claimant, "\(names) migrated; \(person) allowed it at the picker")
        return migrating.accessories
    }

    /// A record that the app has stays as it is, even if a person switched it off.
    private func migrating(
        _ migrations: [Setup.Migration], to claimant: Claimant, by person: String
    ) -> (accessories: [Accessory], changes: [Change]) {
        var migrated: (accessories: [Accessory], changes: [Change]) = ([], [])
        for item in migrations {
            let (accessory, bluetooth) = accessory(
                ssid: item.ssid, bssid: nil, name: item.name, image: item.image, bluetooth: item.bluetoothAddress,
                for: claimant.app)
            if let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory.id)] {
                migrated.accessories.append(own.accessory)
                continue
            }
            let record = AccessRecord(
                app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory,
                bluetoothAddress: bluetooth, bluetoothName: bluetoothName(of: accessory.id), security: nil,
                frequency: nil, isHidden: item.ssid != nil,
                origin: .migration, grantedBy: "\(person) at the picker", granted: now())
            let cause = Cause(who: person, proof: claimant.proof, why: "migrated from an earlier set-up by other means")
            migrated.accessories.append(accessory)
            migrated.changes += changes(granting: record, nil, cause).changes
        }
        return migrated
    }

    /// The accessory that a candidate becomes for an app, and whether somebody else has it, so that its name stays.
    func accessory(for candidate: Candidate, of claimant: Claimant) -> (accessory: Accessory, isShared: Bool) {
        var made = accessory(
            ssid: candidate.ssid, bssid: candidate.network?.bssid,
            name: unsharedName(
                candidate.item.name, ssid: candidate.ssid, bssid: candidate.network?.bssid,
                bluetooth: candidate.device?.address.address),
            image: candidate.item.image, bluetooth: candidate.device?.address.address, for: claimant.app
        ).accessory
        if let device = candidate.device, let trial = trial(of: claimant), trial.address == device.address.address,
            records.records(of: made.id).isEmpty
        {
            // The app knows it by these already.
            made.id = trial.accessory.id
            made.bluetoothIdentifier = trial.accessory.bluetoothIdentifier
        }
        made.descriptor = candidate.item.descriptor
        if let ssid = candidate.ssid, ssid != made.ssid {
            made.ssid = ssid
            made.bssid = candidate.network?.bssid
        }
        let others = records.records(of: made.id).contains { $0.app != claimant.app || $0.uid != claimant.uid }
        return (made, others)
    }

    /// The name that an accessory gets without a person.
    private func unsharedName(
        _ name: String, ssid: SSID?, bssid: MACAddress?, bluetooth: MACAddress?
    ) -> String {
        DefaultName(name, ssid: ssid, bssid: bssid, bluetooth: bluetooth).text(isTaken: records.hasName)
    }

    /// The accessory of a candidate, if some app has it: found by its Bluetooth identity, which a renamed network does
    /// not change, else by its access point.
    func accessory(of candidate: Candidate) -> Accessory? {
        accessory(
            ssid: candidate.ssid, bssid: candidate.network?.bssid, bluetooth: candidate.device?.address.address)
    }

    private func accessory(ssid: SSID?, bssid: MACAddress?, bluetooth: MACAddress?) -> Accessory? {
        bluetooth.flatMap { records.accessory(bluetooth: $0) }
            ?? ssid.flatMap { records.accessory(ssid: $0, bssid: bssid) }
    }

    /// Other apps' records of an accessory whose network has another name by now.
    private func renamed(_ accessory: Accessory) -> [Change] {
        guard let ssid = accessory.ssid else { return [] }
        return records.records(of: accessory.id).filter { $0.accessory.ssid != ssid }.map { record in
            var record = record
            record.accessory.ssid = ssid
            record.accessory.bssid = accessory.bssid
            return .put(record, nil)
        }
    }

    /// A grant without a picker.
    func grant(_ request: GrantRequest, by caller: Caller) throws(AccessoryError) -> AccessRecord {
        let order = try GrantOrder(request, allowedBy: try manifest(request.app), at: now())
        let asking = Claimant(app: request.app, uid: order.uid)
        let image = try admit(request.image, field: "image", for: asking)
        defer { forgetPictures(of: asking) }
        let name =
            request.name == nil
            ? unsharedName(order.name, ssid: order.ssid, bssid: order.bssid, bluetooth: order.bluetooth) : order.name
        let made = self.accessory(
            ssid: order.ssid, bssid: order.bssid, name: name, image: image,
            bluetooth: order.bluetooth, for: request.app)
        var accessory = made.accessory
        if let bssid = order.bssid { accessory.bssid = bssid }
        let own = records[AccessRecord.Key(app: request.app, uid: order.uid, accessory: accessory.id)]
        let origin = request.origin ?? .administrator
        let record = AccessRecord(
            app: request.app, uid: order.uid, accessory: accessory, bluetoothAddress: made.bluetooth,
            bluetoothName: bluetoothName(of: accessory.id), security: order.security ?? own?.security,
            accessPoints: order.security == nil ? own?.accessPoints ?? [] : [], frequency: own?.frequency,
            isHidden: request.hidden ?? false, origin: origin, grantedBy: "\(caller.identity)",
            granted: own?.granted ?? now(), expires: request.expires)
        let (action, changes) = changes(
            granting: record, order.passphrase,
            Cause(who: "\(caller.identity)", why: "granted by \(origin.rawValue), without a picker"))
        try commit(changes + (order.security == nil ? [] : withoutSecret(record)))
        publish(
            .access, app: record.app, accessory: record.accessory.id, of: Claimant(of: record),
            "access to '\(record.title)' was \(action.past) by \(record.grantedBy)")
        notifyApp(own == nil ? .accessoryAdded : .accessoryChanged, of: record)
        return record
    }

    /// Writes the record of an accessory that was put on the home network over Bluetooth, and keeps its bond. Without a
    /// lasting address nothing would know the accessory again, so it gets no record.
    func grant(_ device: Advertisement, by caller: Caller) throws(AccessoryError) -> Accessory? {
        guard device.address.isLasting else { return nil }
        let address = device.address.address
        let name = unsharedName(
            device.name.map { DisplayName.harmless($0) } ?? address.description, ssid: nil, bssid: nil,
            bluetooth: address)
        let claimant = Claimant(app: OnboardOrder.app)
        let made = accessory(ssid: nil, bssid: nil, name: name, image: nil, bluetooth: address, for: claimant.app)
        let own = records[AccessRecord.Key(app: claimant.app, uid: nil, accessory: made.accessory.id)]
        let record = AccessRecord(
            app: claimant.app, uid: nil, accessory: made.accessory, bluetoothAddress: address,
            bluetoothName: device.name.map { DisplayName.harmless($0) } ?? bluetoothName(of: made.accessory.id),
            security: own?.security, accessPoints: own?.accessPoints ?? [], frequency: own?.frequency, isHidden: false,
            origin: .administrator, grantedBy: "\(caller.identity)", granted: own?.granted ?? now())
        let (action, changes) = changes(
            granting: record, nil, Cause(who: "\(caller.identity)", why: "put on the home network"))
        try commit(changes + [.settle(bond: address)])
        publish(
            .access, app: record.app, accessory: record.accessory.id, of: claimant,
            "access to '\(record.title)' was \(action.past) by \(record.grantedBy)")
        return made.accessory
    }

    /// The accessory as an app gets it, and its Bluetooth address. A known accessory keeps its name, its picture and
    /// its access point, and the app keeps its identifier of the Bluetooth side.
    private func accessory(
        ssid: SSID?, bssid: MACAddress?, name: String, image: String?, bluetooth: MACAddress? = nil, for app: String
    ) -> (accessory: Accessory, bluetooth: MACAddress?) {
        let known = self.accessory(ssid: ssid, bssid: bssid, bluetooth: bluetooth)
        let earlier = known.map { records.records(of: $0.id) } ?? []
        let bluetooth = bluetooth ?? earlier.lazy.compactMap(\.bluetoothAddress).first
        let identifier = earlier.lazy.filter { $0.app == app }.compactMap(\.accessory.bluetoothIdentifier).first
        var accessory =
            known
            ?? Accessory(
                id: Self.makeID(), displayName: name, image: image, ssid: ssid, bssid: bssid, state: .authorized)
        accessory.bluetoothIdentifier = bluetooth.map { _ in identifier ?? Self.makeID() }
        accessory.state = .authorized
        return (accessory, bluetooth)
    }

    /// All changes of a grant, and its action in the history.
    private func changes(
        granting record: AccessRecord, _ passphrase: Passphrase?, _ cause: Cause
    ) -> (action: HistoryEntry.Action, changes: [Change]) {
        var record = record
        // A person may have changed it since the choice.
        if let known = records.records(of: record.accessory.id).first { record.accessory.image = known.accessory.image }
        let action: HistoryEntry.Action
        if let own = records[record.key] {
            action = own.accessory.state == .unauthorized && !own.hasExpired(at: now()) ? .switchedOn : .renewed
        } else {
            action = records.records(of: record.accessory.id).contains { $0.app != record.app } ? .shared : .granted
        }
        var changes: [Change] = [.put(record, passphrase), .note(entry(action, record, cause))]
        if let image = record.accessory.image, let picture = pictures[image] {
            changes.append(
                .keep(reference: image, type: picture.type, data: picture.bytes, of: record.accessory.id))
        }
        return (action, changes)
    }

    static func makeID() -> String { UUID().uuidString.lowercased() }
}
