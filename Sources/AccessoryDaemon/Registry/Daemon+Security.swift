// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// How accessories' networks must be secured, and what their joins prove.
extension Daemon {
    /// The least that the network of a choice must be secured with: by what apps' records say of the accessory, and by a
    /// passphrase that was given or is kept.
    func expectedSecurity(
        of candidate: Candidate, hasPassphrase: Bool
    ) throws(AccessoryError) -> ExpectedSecurity {
        let given = ExpectedSecurity(remembered: nil, hasPassphrase: hasPassphrase)
        guard let accessory = accessory(of: candidate) else { return given }
        let isKept = try passphrase(of: accessory.id) != nil
        return records.records(of: accessory.id).compactMap(\.security)
            .reduce(isKept ? given.raised(to: .wpa2) : given) { $0.raised(to: $1) }
    }

    /// Where an accessory was joined, so that it is looked for there first, and what the join proves of its network.
    func note(_ link: Link, _ network: WiFiNetwork, joinedBy lease: Leases.Entry) {
        leases.forgetChanges(of: lease)
        guard let key = lease.record else { return }
        for record in records.records(of: key.accessory) where record.accessory.ssid == lease.ssid {
            var noted = record
            noted.note(link)
            noted.frequency = network.frequency
            guard noted.security != record.security || noted.accessPoints != record.accessPoints else {
                // A hint, kept in memory; the next grant writes it.
                if noted != record { records.insert(noted) }
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

    /// Writes down that a network was refused: once, until it is joined again or changes once more.
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
