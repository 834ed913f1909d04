// SPDX-License-Identifier: Apache-2.0

/// Limits the connections: those of sessions, and those of strangers. One more always fits, because another of its kind is
/// closed for it: the oldest of the session, or of the stranger, who has the most.
struct ConnectionLimit: Sendable {
    /// Connections that belong to sessions; a browser uses six for each of its windows at most.
    static let sessionLimit = 32
    static let strangerLimit = 32
    /// For strangers at one address.
    static let addressLimit = 8

    private struct Connection {
        let id: Int
        let address: String
        /// Nil for a stranger's.
        var session: String?
        var isStranger: Bool { session == nil }
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

    /// A request on this connection proved that it belongs to a session.
    ///
    /// - Returns: the connections to close.
    mutating func recognize(_ id: Int, as session: String) -> [Int] {
        guard let index = connections.firstIndex(where: { $0.id == id }), connections[index].isStranger else {
            return []
        }
        connections[index].session = session
        let known = connections.filter { !$0.isStranger }
        guard known.count > Self.sessionLimit, let surplus = known.firstOfMost(by: \.session)?.id else { return [] }
        remove(surplus)
        return [surplus]
    }

    mutating func remove(_ id: Int) { connections.removeAll { $0.id == id } }

    private func surplusStranger(beside address: String) -> Int? {
        let strangers = connections.filter(\.isStranger)
        if strangers.count(where: { $0.address == address }) > Self.addressLimit {
            return strangers.first { $0.address == address }?.id
        }
        return strangers.count > Self.strangerLimit ? strangers.firstOfMost(by: \.address)?.id : nil
    }
}

extension Sequence {
    /// The first one of whoever has the most of them.
    func firstOfMost(by owner: (Element) -> some Hashable) -> Element? {
        let counts = reduce(into: [:]) { $0[owner($1), default: 0] += 1 }
        let most = counts.values.max()
        return first { counts[owner($0)] == most }
    }
}
