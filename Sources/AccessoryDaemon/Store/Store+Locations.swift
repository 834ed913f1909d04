// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Where accessories were last seen on the home network, by what they are found there, and which network that is.
extension Store {
    func locations() throws -> [Accessory.ID: Location] {
        var locations: [Accessory.ID: Location] = [:]
        for row in try database.run(
            """
            SELECT accessory, address, substr(host, 1, 254), substr(page, 1, 129), evidence, confirmed, last_seen
            FROM locations
            """)
        {
            guard let accessory = row[0].string, let address = row[1].string.flatMap({ IPAddress($0) }),
                let evidence = row[4].string.flatMap(ArrivalEvidence.init), let lastSeen = row[6].number
            else { throw unreadable("a location", row.prefix(2)) }
            locations[accessory] = Location(
                address: address, host: row[2].string, page: row[3].string,
                evidence: evidence, isConfirmed: row[5].number == 1, lastSeen: Timestamp(seconds: lastSeen),
                isOnline: false)
        }
        return locations
    }

    func locate(_ accessory: Accessory.ID, _ location: Location) throws(Database.Failure) {
        try database.run(
            """
            INSERT OR REPLACE INTO locations (accessory, address, host, page, evidence, confirmed, last_seen)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .text(accessory), .text(location.address.description), .init(location.host), .init(location.page?.text),
            .text(location.evidence.rawValue), .flag(location.isConfirmed), .integer(location.lastSeen.seconds))
    }

    func identities() throws -> [Accessory.ID: ExpectedIdentity] {
        try values("SELECT accessory, identity FROM identities", "an identity")
    }

    func identify(_ accessory: Accessory.ID, _ identity: ExpectedIdentity) throws(Database.Failure) {
        try database.run(
            "INSERT OR REPLACE INTO identities (accessory, identity) VALUES (?, ?)", .text(accessory), .json(identity))
    }

    func residences() throws -> [Accessory.ID: Residence] {
        try values("SELECT accessory, residence FROM residences", "a home network")
    }

    func reside(_ accessory: Accessory.ID, _ residence: Residence) throws(Database.Failure) {
        try database.run(
            "INSERT OR REPLACE INTO residences (accessory, residence) VALUES (?, ?)", .text(accessory), .json(residence)
        )
    }

    /// - Parameter noun: of one of them, for people.
    private func values<Value: Decodable>(_ statement: String, _ noun: String) throws -> [Accessory.ID: Value] {
        var values: [Accessory.ID: Value] = [:]
        for row in try database.run(statement) {
            guard let accessory = row[0].string, let value: Value = row[1].json() else {
                throw unreadable(noun, row.prefix(1))
            }
            values[accessory] = value
        }
        return values
    }
}
