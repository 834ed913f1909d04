// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Accessories that move from one home network to another. The order stays on the disk until each of them has arrived, or
/// keeps the network that it has.
extension Daemon {
    private static let loss = "cannot store how far a move is, so a restart begins it anew"

    /// Puts the orders on the disk, all or none. Throws `busy` if one of them is under way.
    func order(_ move: Residence.Move, for accessories: [Accessory.ID]) throws(AccessoryError) {
        if let busy = accessories.first(where: { moving.contains($0) }) {
            throw AccessoryError(.busy, "'\(records.title(of: busy))' is being moved already")
        }
        try commit(accessories.flatMap { id in book.residing(id) { $0.order(move) } })
        report(accessories, "is to move from '\(move.from)' to '\(move.to)'")
    }

    /// Reserves an accessory for one walk. Nil if another one is under way, or nobody has ordered a move of it.
    func beginMove(of accessory: Accessory.ID) -> Residence.Move? {
        guard let move = book.residences[accessory]?.move, moving.insert(accessory).inserted else { return nil }
        return move
    }

    /// Right before the other network is handed over. Throws if nobody wants that any more.
    func checkMove(of accessory: Accessory.ID) throws(AccessoryError) {
        guard book.residences[accessory]?.move != nil else {
            throw AccessoryError(.interrupted, "the accessory was removed meanwhile")
        }
    }

    /// It has confirmed that it has the other network. Before that nobody knows: the next try finds it on either one.
    func noteGiven(to accessory: Accessory.ID) {
        commit(book.residing(accessory) { $0.give() }, orLog: Self.loss, of: nil, accessory)
        report([accessory], "has the other network")
    }

    /// Right before the other network is offered over its own radio. Throws if nobody wants that any more, or if the try cannot be
    /// counted.
    func tryFallback(of accessory: Accessory.ID) throws(AccessoryError) {
        try checkMove(of: accessory)
        try commit(book.residing(accessory) { $0.tryFallback(at: now()) })
    }

    func endMove(of accessory: Accessory.ID, _ end: MoveWalk.End?) {
        moving.remove(accessory)
        guard let end else { return }
        let first = book.residences[accessory]?.network
        let changes = book.residing(accessory) { residence in
            switch end.outcome {
            case .arrived: residence.arrive()
            case .stays, .cannot: residence.stay()
            case .given, .unconfirmed, .notSeen, .waits: break
            }
        }
        commit(changes, orLog: Self.loss, of: nil, accessory)
        if let place = end.finding?.location(at: now()) { noteWhereabouts(.seen(place), of: accessory) }
        // There are more tries of the others, each with the same words.
        if book.residences[accessory]?.move != nil { return }
        report([accessory], end.explanation)
        // Of an accessory whose network nobody knows it may be this one.
        if end.outcome == .arrived, let first, !book.residences.values.contains(where: { $0.network ?? first == first })
        {
            publish(.location, app: nil, "no accessory has '\(first)' any more")
        }
    }

    private func report(_ accessories: [Accessory.ID], _ news: String) {
        for accessory in accessories {
            publish(.location, app: nil, accessory: accessory, "'\(records.title(of: accessory))': \(news)")
        }
    }

    /// Takes back the orders of those that are not getting the other network now.
    ///
    /// - Parameter accessories: nil for all.
    func keep(_ accessories: [Accessory.ID]?) throws(AccessoryError) -> [Accessory.ID] {
        let kept = movesToGoOn.filter { accessories?.contains($0) ?? true }
        try commit(kept.flatMap { id in book.residing(id) { $0.drop() } })
        report(kept, "keeps its network")
        return kept
    }

    /// Whoever waits for another try: all whose move is not over, and not under way.
    var movesToGoOn: [Accessory.ID] {
        book.residences.filter { $0.value.move != nil && !moving.contains($0.key) }.keys.sorted()
    }
}

extension Records {
    fileprivate func title(of accessory: Accessory.ID) -> String { records(of: accessory).first?.title ?? accessory }
}
