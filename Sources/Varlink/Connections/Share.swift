// SPDX-License-Identifier: Apache-2.0

/// What many owners have of something that there is only so much of. Each has a limit, and all have one together, of
/// which the last quarter is for those who have little: so a few who take all that they may keep nobody else out.
package struct Share<Owner: Hashable & Sendable>: Sendable {
    package enum Refusal: Error, Hashable, Sendable {
        /// The owner has as much as one may.
        case ownersLimit(Int)
        /// All together have as much as there is for owners who have more than a little.
        case commonLimit(Int)
    }

    /// Of all owners together.
    package let limit: Int
    /// Of one owner.
    package let limitOfOne: Int
    /// What counts as little.
    private let little: Int
    package private(set) var taken = 0
    private var parts: [Owner: Int] = [:]

    package init(limit: Int, limitOfOne: Int, little: Int) {
        self.limit = limit
        self.limitOfOne = limitOfOne
        self.little = little
    }

    /// What an owner has.
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
