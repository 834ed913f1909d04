// SPDX-License-Identifier: Apache-2.0

/// The parts that many owners have of a limited resource. Each owner has a limit, and all together have one. The last
/// quarter of the common limit is for owners with little, so a few owners with all that they may have keep nobody else
/// out.
package struct Share<Owner: Hashable & Sendable>: Sendable {
    package enum Refusal: Error, Hashable, Sendable {
        /// The owner has as much as one owner may.
        case ownersLimit(Int)
        /// All together have as much as owners with more than a little may.
        case commonLimit(Int)
    }

    /// Of all owners together.
    package let limit: Int
    /// Of one owner.
    package let limitOfOne: Int
    /// The most that counts as little.
    private let little: Int
    package private(set) var taken = 0
    private var parts: [Owner: Int] = [:]

    package init(limit: Int, limitOfOne: Int, little: Int) {
        self.limit = limit
        self.limitOfOne = limitOfOne
        self.little = little
    }

    /// An owner's part.
    package subscript(owner: Owner) -> Int { parts[owner] ?? 0 }

    package mutating func take(_ amount: Int, for owner: Owner) throws(Refusal) {
        let part = self[owner] + amount
        guard part <= limitOfOne else { throw .ownersLimit(limitOfOne) }
        guard taken + amount <= (part <= little ? limit : limit - limit / 4) else { throw .commonLimit(limit) }
        parts[owner] = part
        taken += amount
    }

    package mutating func giveBack(_ amount: Int, of owner: Owner) {
        let rest = self[owner] - amount
        parts[owner] = rest > 0 ? rest : nil
        taken -= amount
    }
}
