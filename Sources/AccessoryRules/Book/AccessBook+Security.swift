// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The security that accessories' networks must have, and that their joins prove.
extension AccessBook {
    /// The least security for the network of a choice: from the apps' records of its name and of the accessory, and from a
    /// passphrase that the request has or the store keeps.
    package func expectedSecurity(
        of candidate: Candidate, hasPassphrase: Bool,
        keepsPassphrase: (Accessory.ID) throws(AccessoryError) -> Bool
    ) throws(AccessoryError) -> ExpectedSecurity {
        var given = candidate.ssid.map { records.expectedSecurity(of: $0) } ?? ExpectedSecurity(.open)
        if hasPassphrase || candidate.isTwin { given = given.raised(to: .wpa2) }
        guard let accessory = accessory(of: candidate) else { return given }
        if try keepsPassphrase(accessory.id) { given = given.raised(to: .wpa2) }
        return records.records(of: accessory.id).compactMap(\.security).reduce(given) { $0.raised(to: $1) }
    }

    /// The records of an accessory after a join of its network: with the place, so that the next search begins there, and
    /// the security that the join proves.
    ///
    /// - Returns: those to write, and hints, which are kept in memory until the next grant writes them.
    package func noting(
        _ link: Link, _ network: WiFiNetwork, of accessory: Accessory.ID, _ ssid: SSID
    ) -> (changed: [AccessRecord], hints: [AccessRecord]) {
        var noted: (changed: [AccessRecord], hints: [AccessRecord]) = ([], [])
        for record in records.records(of: accessory) where record.accessory.ssid == ssid {
            var new = record
            new.note(link)
            new.frequency = network.frequency
            if new.security != record.security || new.accessPoints != record.accessPoints {
                noted.changed.append(new)
            } else if new != record {
                noted.hints.append(new)
            }
        }
        return noted
    }

    /// The line of history for a network that was not joined.
    ///
    /// - Parameter key: the record on which the join rested; nil if there was no grant yet.
    package func refusal(
        of ssid: SSID, for claimant: Claimant, on key: AccessRecord.Key?, _ change: SecurityChange, at now: Timestamp
    ) -> HistoryEntry {
        let record = key.flatMap { records[$0] }
        return HistoryEntry(
            time: now, action: .securityChanged, app: claimant.app, uid: claimant.uid, accessory: key?.accessory,
            name: record?.accessory.displayName ?? ssid.description, who: "accessoryd", proof: record?.proof,
            why: "'\(ssid)' was not joined: \(change)")
    }

    /// The line of history for a hotspot that was joined.
    package func joined(
        _ ssid: SSID, for claimant: Claimant, on key: AccessRecord.Key?, _ fence: FenceStanding, at now: Timestamp
    ) -> HistoryEntry {
        let record = key.flatMap { records[$0] }
        return HistoryEntry(
            time: now, action: .hotspotJoined, app: claimant.app, uid: claimant.uid, accessory: key?.accessory,
            name: record?.accessory.displayName ?? ssid.description, who: "accessoryd", proof: record?.proof,
            why: fence.line)
    }
}
