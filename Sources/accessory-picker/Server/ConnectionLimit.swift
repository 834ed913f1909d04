// SPDX-License-Identifier: Apache-2.0

/// Limits the connections: those of the session, and those of strangers. One more always fits, because a stranger's
/// connection is closed for it: the oldest of the stranger who has the most.
struct ConnectionLimit: Sendable {
    /// Connections that belong to the session; a browser uses six for each of its windows at most.
    static let sessionLimit = 32
    static let strangerLimit = 32
    /// For strangers at one address.
    static let addressLimit = 8

    private struct Connection {
        let id: Int
        let address: String
        var isStranger = true
    }

    /// The oldest first.
    private var connections: [Connection] = []

    var count: Int { connections.count }

    /// - Returns: the connections to close.
    mutating func add(_ id: Int, from address: String) -> [Int] {
        connections.append(Connection(id: id, address: address))
        var surplus: [Int] = []
        while let oldest = surplusStranger(beside: address) {
            surplus.append(oldest)
            remove(oldest)
        }
        return surplus
    }

    /// A request on this connection proved that it belongs to the session.
    ///
    /// - Returns: the connections to close.
    mutating func recognize(_ id: Int) -> [Int] {
        guard let index = connections.firstIndex(where: { $0.id == id }), connections[index].isStranger else {
            return []
        }
        connections[index].isStranger = false
        let known = connections.filter { !$0.isStranger }
        let surplus = known.prefix(max(0, known.count - Self.sessionLimit)).map(\.id)
        for id in surplus { remove(id) }
        return surplus
    }

    mutating func remove(_ id: Int) { connections.removeAll { $0.id == id } }

    private func surplusStranger(beside address: String) -> Int? {
        let strangers = connections.filter(\.isStranger)
        if strangers.count(where: { $0.address == address }) > Self.addressLimit {
            return strangers.first { $0.address == address }?.id
        }
        guard strangers.count > Self.strangerLimit else { return nil }
        let counts = Dictionary(grouping: strangers, by: \.address).mapValues(\.count)
        let most = counts.values.max() ?? 0
        return strangers.first { counts[$0.address] == most }?.id
    }
}
