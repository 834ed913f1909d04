// SPDX-License-Identifier: Apache-2.0

/// Limits the connections: those of sessions, and those of strangers. One more always fits, because another of its kind is
/// closed for it: the oldest of the session, or of the stranger, who has the most.
struct ConnectionLimit: Sendable {
    /// Connections that belong to sessions; a browser uses six for each of its windows at most.
    static let sessionLimit = 32
    static let strangerLimit = 32
    /// For strangers at one address.
    static let addressLimit = 8

    /// Browsers send the cookie to other programs of this host, too, so whoever has it alone is somebody else.
    struct Owner: Hashable, Sendable {
        let session: String
        let hasKey: Bool
    }

    private struct Connection {
        let id: Int
        let address: String
        /// Nil for a stranger's.
        var owner: Owner?
        var isStranger: Bool { owner == nil }
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

    /// A request on this connection proved whose it is.
    ///
    /// - Returns: the connections to close.
    mutating func recognize(_ id: Int, as owner: Owner) -> [Int] {
        guard let index = connections.firstIndex(where: { $0.id == id }), connections[index].owner != owner,
            connections[index].owner?.hasKey != true
        else { return [] }
        connections[index].owner = owner
        let known = connections.filter { !$0.isStranger }
        guard known.count > Self.sessionLimit, let surplus = known.firstOfMost(by: \.owner)?.id else { return [] }
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
