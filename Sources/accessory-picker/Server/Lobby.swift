// SPDX-License-Identifier: Apache-2.0

/// The connections: those of the session, and strangers. There is always room for one more, because a stranger's
/// connection is closed for it: the oldest of the stranger who has the most.
struct Lobby: Sendable {
    /// Connections that belong to the session; a browser uses six for each of its windows at most.
    static let sessionLimit = 32
    static let strangerLimit = 32
    /// For strangers at one address.
    static let addressLimit = 8

    private struct Guest {
        let id: Int
        let address: String
        var isStranger = true
    }

    /// The oldest first.
    private var guests: [Guest] = []

    var count: Int { guests.count }

    /// - Returns: the connections to close.
    mutating func enter(_ id: Int, from address: String) -> [Int] {
        guests.append(Guest(id: id, address: address))
        var leaving: [Int] = []
        while let oldest = surplusStranger(beside: address) {
            leaving.append(oldest)
            leave(oldest)
        }
        return leaving
    }

    /// A request on this connection proved that it belongs to the session.
    ///
    /// - Returns: the connections to close.
    mutating func recognize(_ id: Int) -> [Int] {
        guard let index = guests.firstIndex(where: { $0.id == id }), guests[index].isStranger else { return [] }
        guests[index].isStranger = false
        let known = guests.filter { !$0.isStranger }
        let leaving = known.prefix(max(0, known.count - Self.sessionLimit)).map(\.id)
        for id in leaving { leave(id) }
        return leaving
    }

    mutating func leave(_ id: Int) { guests.removeAll { $0.id == id } }

    private func surplusStranger(beside address: String) -> Int? {
        let strangers = guests.filter(\.isStranger)
        if strangers.count(where: { $0.address == address }) > Self.addressLimit {
            return strangers.first { $0.address == address }?.id
        }
        guard strangers.count > Self.strangerLimit else { return nil }
        let counts = Dictionary(grouping: strangers, by: \.address).mapValues(\.count)
        let most = counts.values.max() ?? 0
        return strangers.first { counts[$0.address] == most }?.id
    }
}
