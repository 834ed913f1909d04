// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// The security that accessories' networks must have, and that their joins prove.
extension Daemon {
    var expectedSecurities: [SSID: ExpectedSecurity] { records.expectedSecurities }

    /// The least security for the network of a choice: from the apps' records of its name and of the accessory, and from a
    /// passphrase that the request has or the store keeps.
    func expectedSecurity(
        of candidate: Candidate, hasPassphrase: Bool
    ) throws(AccessoryError) -> ExpectedSecurity {
        var given = candidate.ssid.map { records.expectedSecurity(of: $0) } ?? ExpectedSecurity(.open)
        if hasPassphrase { given = given.raised(to: .wpa2) }
        guard let accessory = accessory(of: candidate) else { return given }
        let isKept = try passphrase(of: accessory.id) != nil
        return records.records(of: accessory.id).compactMap(\.security)
            .reduce(isKept ? given.raised(to: .wpa2) : given) { $0.raised(to: $1) }
    }

    /// Records the place of a join, so that the next search begins there, and the security that the join proves.
    func note(_ link: Link, _ network: WiFiNetwork, joinedBy lease: Leases.Entry) {
        leases.forgetChanges(of: lease)
        guard let key = lease.record else { return }
        for record in records.records(of: key.accessory) where record.accessory.ssid == lease.ssid {
            var noted = record
            noted.note(link)
            noted.frequency = network.frequency
            guard noted.security != record.security || noted.accessPoints != record.accessPoints else {
                // A hint, kept in memory; the next grant writes it.
                if noted != record { remember(noted) }
                continue
            }
            do {
                try commit([.put(noted, nil)])
            } catch {
                log.error(
                    "cannot store the security of '\(record.title)', so the next start forgets it: \(error.message)",
                    metadata: ["app": .string(record.app), "accessory": .string(record.accessory.id)])
            }
        }
    }

    /// Writes a refusal of a network to the history: once, until it is joined again or changes once more.
    func refused(_ change: SecurityChange, _ lease: Leases.Entry) {
        guard leases.isNews(change, of: lease) else { return }
        let record = lease.record.flatMap { records[$0] }
        let entry = HistoryEntry(
            time: now(), action: .securityChanged, app: lease.app, uid: lease.uid, accessory: lease.accessory,
            name: record?.accessory.displayName ?? lease.ssid.description, who: "accessoryd", proof: record?.proof,
            why: "'\(lease.ssid)' was not joined: \(change)")
        do {
            try commit([.note(entry)])
        } catch {
            log.error(
                "cannot write the refusal of '\(lease.ssid)' to the history: \(error.message)",
                metadata: ["app": .string(lease.app)])
        }
    }
}
