// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// New records, with all that is written beside them.
extension AccessBook {
    package struct Grant: Sendable, Equatable {
        package var record: AccessRecord
        /// In the history.
        package var action: HistoryEntry.Action
        package var changes: [Change]
    }

    /// The change that keeps a picture which a record is about to name; nil if nobody has it.
    package typealias Keeping = (_ reference: String, Accessory.ID) -> Change?

    /// An order for a record without a picker.
    package struct Order: Sendable {
        package var app: String
        package var uid: UInt32?
        package var ssid: SSID
        package var bssid: MACAddress?
        package var bluetooth: MACAddress?
        /// For people.
        package var name: String
        /// A person named it, so it stays as it is.
        package var isNamed: Bool
        package var image: String?
        package var passphrase: Passphrase?
        /// The least security of the network from now on; nil if the order leaves it as it is.
        package var security: Security?
        package var isHidden: Bool
        package var origin: AccessRecord.Origin
        package var expires: Timestamp?

        package init(
            app: String, uid: UInt32?, ssid: SSID, bssid: MACAddress?, bluetooth: MACAddress?, name: String,
            isNamed: Bool, image: String?, passphrase: Passphrase?, security: Security?, isHidden: Bool,
            origin: AccessRecord.Origin, expires: Timestamp?
        ) {
            (self.app, self.uid) = (app, uid)
            (self.ssid, self.bssid, self.bluetooth) = (ssid, bssid, bluetooth)
            (self.name, self.isNamed, self.image) = (name, isNamed, image)
            (self.passphrase, self.security, self.isHidden) = (passphrase, security, isHidden)
            (self.origin, self.expires) = (origin, expires)
        }
    }

    /// Seconds until a record ends whose accessory was not handed the network. The agent that would have taken it back may
    /// have been killed meanwhile; its next start takes it back.
    private static let untilHandedOver: Int64 = 600

    /// The chosen and joined accessory.
    ///
    package func granting(
        _ choice: Setup.Choice, to claimant: Claimant, by person: String, _ chooser: Chooser, at now: Timestamp,
        keeping: Keeping
    ) -> Grant {
        let (network, device) = (choice.candidate.network, choice.candidate.device)
        var accessory = choice.accessory
        accessory.state = .authorized
        let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory.id)]
        let record = AccessRecord(
            app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory,
            bluetoothAddress: device?.address.address
                ?? records.records(of: accessory.id).lazy.compactMap(\.bluetoothAddress).first,
            bluetoothName: device?.name.map { DisplayName.harmless($0) } ?? bluetoothName(of: accessory.id),
            security: security(of: choice, after: own),
            accessPoints: choice.isElsewhere ? [] : choice.link.map { [$0.bssid] } ?? [], frequency: network?.frequency,
            // The hotspot of an accessory that gets the home network was found, and goes.
            isHidden: choice.candidate.isExact && chooser != .order,
            origin: chooser.origin, grantedBy: chooser.words(for: person), granted: own?.granted ?? now,
            expires: chooser == .order && own == nil
                ? Timestamp(seconds: now.seconds + Self.untilHandedOver) : nil)
        let accepted = ", and accepted as new: \(record.security?.title ?? "its network")"
        let why = chooser.reason + (chooser.isAtPicker && choice.isAcceptedAsNew ? accepted : "")
        var grant = granting(
            record, network?.security.key == .passphrase ? choice.passphrase : nil,
            Cause(who: person, proof: claimant.proof, why: why), at: now, keeping)
        grant.changes += renamed(accessory) + (device.map { [.settle(bond: $0.address.address)] } ?? [])
        grant.changes += withoutSecret(record)
        return grant
    }

    /// Without a picker.
    package func granting(_ order: Order, by who: String, at now: Timestamp, keeping: Keeping) -> Grant {
        let sight = Sight(ssid: order.ssid, bssid: order.bssid, bluetooth: order.bluetooth)
        let name = order.isNamed ? order.name : unsharedName(order.name, sight)
        let made = self.accessory(sight, name: name, image: order.image, for: order.app)
        var accessory = made.accessory
        if let bssid = order.bssid { accessory.bssid = bssid }
        let own = records[AccessRecord.Key(app: order.app, uid: order.uid, accessory: accessory.id)]
        let record = AccessRecord(
            app: order.app, uid: order.uid, accessory: accessory, bluetoothAddress: made.bluetooth,
            bluetoothName: bluetoothName(of: accessory.id), security: order.security ?? own?.security,
            accessPoints: order.security == nil ? own?.accessPoints ?? [] : [], frequency: own?.frequency,
            isHidden: order.isHidden, origin: order.origin, grantedBy: who, granted: own?.granted ?? now,
            expires: order.expires)
        var grant = granting(
            record, order.passphrase,
            Cause(who: who, why: "granted by \(order.origin.rawValue), without a picker"), at: now, keeping)
        if order.security != nil { grant.changes += withoutSecret(record) }
        return grant
    }

    /// An accessory that was put on the home network over Bluetooth; its bond is kept. Nil without a lasting address:
    /// nothing would know the accessory again.
    package func granting(_ device: Advertisement, by who: String, at now: Timestamp, keeping: Keeping) -> Grant? {
        guard device.address.isLasting else { return nil }
        let address = device.address.address
        let sight = Sight(bluetooth: address)
        let deviceName = device.name.map { DisplayName.harmless($0) }
        let name = unsharedName(deviceName ?? address.description, sight)
        let accessory = self.accessory(sight, name: name, image: nil, for: OnboardOrder.app).accessory
        let own = onboarded(accessory.id)
        let record = AccessRecord(
            app: OnboardOrder.app, uid: nil, accessory: accessory, bluetoothAddress: address,
            bluetoothName: deviceName ?? bluetoothName(of: accessory.id), security: own?.security,
            accessPoints: own?.accessPoints ?? [], frequency: own?.frequency, isHidden: false, origin: .administrator,
            grantedBy: who, granted: own?.granted ?? now)
        var grant = granting(record, nil, Cause(who: who, why: "put on the home network"), at: now, keeping)
        grant.changes.append(.settle(bond: address))
        return grant
    }

    /// Accessories that the app set up by other means, once a person lets it keep them. A record that the app has stays as
    /// it is, even if a person switched it off.
    package func migrating(
        _ migrations: [Setup.Migration], to claimant: Claimant, by person: String, at now: Timestamp,
        keeping: Keeping
    ) -> (accessories: [Accessory], changes: [Change]) {
        var migrated: (accessories: [Accessory], changes: [Change]) = ([], [])
        for item in migrations {
            let (accessory, bluetooth) = self.accessory(
                Sight(ssid: item.ssid, bluetooth: item.bluetoothAddress), name: item.name, image: item.image,
                for: claimant.app)
            if let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory.id)] {
                migrated.accessories.append(own.accessory)
                continue
            }
            let record = AccessRecord(
                app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory,
                bluetoothAddress: bluetooth, bluetoothName: bluetoothName(of: accessory.id), security: nil,
                frequency: nil, isHidden: item.ssid != nil, origin: .migration, grantedBy: "\(person) at the picker",
                granted: now)
            let cause = Cause(who: person, proof: claimant.proof, why: "migrated from an earlier set-up by other means")
            migrated.accessories.append(accessory)
            migrated.changes += granting(record, nil, cause, at: now, keeping).changes
        }
        return migrated
    }

    /// Whether the record of an earlier run of a plan needs no change. Throws if a person has switched it off: a file
    /// does not undo that.
    ///
    /// - Parameter kept: the passphrase that the store has.
    package func isGood(
        _ own: AccessRecord, for choice: Setup.Choice, kept: Passphrase?, at now: Timestamp
    ) throws(AccessoryError) -> Bool {
        if own.accessory.state == .unauthorized, !own.hasExpired(at: now) {
            throw AccessoryError(
                .userRestricted,
                "\(own.app)'s access to '\(own.title)' is switched off; see 'accessoryctl access allow'")
        }
        let needed = choice.candidate.network?.security.key == .passphrase ? choice.passphrase : nil
        return own.isValid(at: now) && own.accessory.ssid == choice.accessory.ssid
            && own.accessory.bssid == choice.accessory.bssid && (needed == nil || needed == kept)
    }

    // MARK: The parts

    private func granting(
        _ record: AccessRecord, _ passphrase: Passphrase?, _ cause: Cause, at now: Timestamp, _ keeping: Keeping
    ) -> Grant {
        var written = record
        // A person may have changed it since the choice.
        if let known = records.records(of: record.accessory.id).first {
            written.accessory.image = known.accessory.image
        }
        let action: HistoryEntry.Action
        if let own = records[record.key] {
            action = own.accessory.state == .unauthorized && !own.hasExpired(at: now) ? .switchedOn : .renewed
        } else {
            action = records.records(of: record.accessory.id).contains { $0.app != record.app } ? .shared : .granted
        }
        let kept = written.accessory.image.flatMap { keeping($0, record.accessory.id) }
        return Grant(
            record: record, action: action,
            changes: [.put(written, passphrase), .note(cause.entry(action, written, at: now))]
                + [kept].compactMap { $0 })
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
}
