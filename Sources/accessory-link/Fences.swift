// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import CStations
import Glibc
import LinkCalls
import Synchronization

/// The fences of this machine: each belongs to the connection that ordered it last, and ends with that. The kernel ends it if
/// nobody renews it.
final class Fences: Sendable {
    typealias Owner = Int

    private struct State {
        var table = FenceTable()
        var owners: [String: Owner] = [:]
        /// The early orders whose interface has another network's address still.
        var waiting: [String: Waiting] = [:]
        var rules: FenceRules
        var lastOwner = 0
        /// Somebody asks in a moment whether the fences still belong where they stand.
        var isReviewed = false
    }

    private struct Waiting {
        let order: FenceOrder
        let owner: Owner
        let index: UInt32
        /// The agent's next order comes before.
        let end: Duration
    }

    /// In which routes follow an address. A join that waits for NetworkManager's word is to have it first.
    private static let grace: Duration = .seconds(1)

    private let state: Mutex<State>
    private let beginning = ContinuousClock.now

    init(rules folder: String) { state = Mutex(State(rules: FenceRules(folder))) }

    private var now: Duration { beginning.duration(to: .now) }

    func makeOwner() -> Owner {
        state.withLock { state in
            state.lastOwner += 1
            return state.lastOwner
        }
    }

    /// Loads the rules for a fence that is about to be ordered. A failure shows when it is.
    func prepare() { state.withLock { try? $0.rules.prepare() } }

    /// Fences an interface that NetworkManager has joined an accessory with, or renews its fence. Throws `LinkInterface.Failure`.
    func fence(_ order: FenceOrder, of owner: Owner) async throws -> FenceState {
        let standing: FenceState? = try state.withLock { state in
            if let standing = try standAgreed(order, of: owner, &state) { return standing }
            try lastUntilTheAnswer(order.interface, of: owner, &state)
            return nil
        }
        if let standing { return standing }
        let objection = try await ActiveProfile.objection(to: order.interface)
        return try state.withLock { state in
            let interface = order.interface
            let index = try index(of: interface, &state)
            // A join waits for the first of these answers, and the holder does not know of the fence yet.
            let isAwaited = state.table.entries[interface]?.isAgreed != true
            switch objection {
            case .foreign(let reason):
                // What NetworkManager has there now is not to be fenced a moment longer.
                state.waiting[interface] = nil
                remove(interface, from: &state)
                throw LinkInterface.Failure.refused(reason, field: "interface")
            case .vacant(let reason):
                state.waiting[interface] = nil
                throw LinkInterface.Failure.refused(reason, field: "interface")
            case .unknown(let reason):
                guard try goesOn(interface, of: owner, index, &state),
                    state.table.entries[interface]?.isAgreed == true
                else { throw LinkInterface.Failure.undecided(reason) }
            case nil: break
            }
            state.waiting[interface] = nil
            return try stand(order, of: owner, index, .agreement(now), isAwaited: isAwaited, &state)
        }
    }

    /// NetworkManager can be kept busy for longer than a fence stands that it has not agreed to.
    private func lastUntilTheAnswer(_ interface: String, of owner: Owner, _ state: inout State) throws {
        guard state.table.isEnding(interface, within: ActiveProfile.patience + Self.grace, at: now) else { return }
        _ = try goesOn(interface, of: owner, if_nametoindex(interface), &state)
    }

    /// Stands on NetworkManager's word of a moment ago, which came while the address was awaited. Nil if there is none.
    private func standAgreed(_ order: FenceOrder, of owner: Owner, _ state: inout State) throws -> FenceState? {
        let interface = order.interface
        let index = if_nametoindex(interface)
        guard state.owners[interface] == owner,
            let time = state.table.agreed(to: interface, as: facts(of: interface, index), at: now)
        else { return nil }
        return try stand(order, of: owner, index, .agreement(time), isAwaited: true, &state)
    }

    /// Fences an interface that has no address, without NetworkManager's word, for which the join would have to wait. One that has
    /// another network's is fenced as soon as that is gone. Throws `LinkInterface.Failure`.
    func fenceEarly(_ order: FenceOrder, of owner: Owner) async throws -> FenceState {
        if let standing = try state.withLock({ try fenceEarly(order, of: owner, &$0) }) { return standing }
        do {
            return try await fence(order, of: owner)
        } catch let failure as LinkInterface.Failure {
            if case .undecided = failure { return FenceCounts().state(reason: nil) }
            guard VacantStation.has(order.interface) else { throw failure }
            return try state.withLock { state in
                let index = try index(of: order.interface, &state)
                return try stand(order, of: owner, index, .vacancy(now), isAwaited: true, &state)
            }
        }
    }

    /// Nil if NetworkManager has to be asked about a fence that stands: it has agreed to that fence, or the interface has an address
    /// by now, which could be the uplink's.
    private func fenceEarly(_ order: FenceOrder, of owner: Owner, _ state: inout State) throws -> FenceState? {
        let interface = order.interface
        let index = try index(of: interface, &state)
        if VacantStation.has(interface) {
            state.waiting[interface] = nil
            if state.owners[interface] == owner {
                if state.table.isAgreed(to: interface, index, at: now) { return nil }
                // The join would wait for the kernel once more.
                if state.table.isYoung(interface, index, at: now) { return FenceCounts().state(reason: nil) }
            }
            return try stand(order, of: owner, index, .vacancy(now), isAwaited: true, &state)
        }
        if try goesOn(interface, of: owner, index, &state) { return nil }
        state.waiting[interface] = Waiting(
            order: order, owner: owner, index: index, end: now + FenceTable.vacantLifetime)
        throw LinkInterface.Failure.undecided("'\(interface)' has an address of another network")
    }

    /// Addresses have changed: an early order may have waited for that, and an interface may lead to another network.
    func lookAgain() {
        let isReviewDue = state.withLock { state in
            standWaiting(&state)
            defer { state.isReviewed = state.isReviewed || !state.table.isEmpty }
            return !state.table.isEmpty && !state.isReviewed
        }
        guard isReviewDue else { return }
        // The event loop does not wait for NetworkManager.
        Task {
            try? await Task.sleep(for: Self.grace)
            await review()
        }
    }

    private func standWaiting(_ state: inout State) {
        for (interface, waiting) in state.waiting {
            let isOver = waiting.end < now || if_nametoindex(interface) != waiting.index
            guard isOver || VacantStation.has(interface) else { continue }
            state.waiting[interface] = nil
            guard !isOver else { continue }
            do {
                _ = try stand(waiting.order, of: waiting.owner, waiting.index, .vacancy(now), isAwaited: true, &state)
            } catch {
                AccessoryLink.log("'\(interface)' is not fenced before it is joined: \(error)")
            }
        }
    }

    /// Ends the fences whose interfaces lead to something else by now, though nobody orders anything.
    private func review() async {
        let entries = state.withLock { state in
            state.isReviewed = false
            return state.table.entries
        }
        // One that waits for NetworkManager keeps no other one waiting.
        await withDiscardingTaskGroup { group in
            for (interface, entry) in entries where !VacantStation.has(interface) {
                group.addTask { await self.review(interface, entry) }
            }
        }
    }

    private func review(_ interface: String, _ entry: FenceTable.Entry) async {
        guard let reason = await Self.objection(to: interface, entry) else { return }
        let isOrderedAnew = state.withLock { state in
            guard let current = state.table.entries[interface], !VacantStation.has(interface) else { return false }
            guard current == entry else { return true }
            remove(interface, from: &state)
            AccessoryLink.log("the fence of '\(interface)' has ended: \(reason)")
            return false
        }
        // NetworkManager was asked before that order, so its word may be about an earlier network.
        if isOrderedAnew { lookAgain() }
    }

    private static func objection(to interface: String, _ entry: FenceTable.Entry) async -> String? {
        if link_has_default_route(entry.index) > 0 { return "it has a default route" }
        guard case .foreign(let reason) = try? await ActiveProfile.objection(to: interface) else { return nil }
        return reason
    }

    private func index(of interface: String, _ state: inout State) throws -> UInt32 {
        let index = if_nametoindex(interface)
        if index == 0 {
            remove(interface, from: &state)
            throw LinkInterface.Failure.refused("there is no interface '\(interface)'", field: "interface")
        }
        return index
    }

    /// Renews a fence of this owner's without NetworkManager's word: anybody can keep that busy. False if there is none to renew.
    private func goesOn(_ interface: String, of owner: Owner, _ index: UInt32, _ state: inout State) throws -> Bool {
        guard state.owners[interface] == owner else { return false }
        guard state.table.goesOn(interface, as: facts(of: interface, index), at: now) else { return false }
        do throws(Rules.Fault) {
            try state.rules.write(state.table, at: now)
        } catch {
            throw failure(error, interface, &state)
        }
        return true
    }

    private func facts(of interface: String, _ index: UInt32) -> FenceTable.InterfaceFacts {
        FenceTable.InterfaceFacts(
            index: index, network: .first(of: interface), hasDefaultRoute: link_has_default_route(index) != 0)
    }

    private func stand(
        _ order: FenceOrder, of owner: Owner, _ index: UInt32, _ ground: FenceTable.Ground, isAwaited: Bool,
        _ state: inout State
    ) throws -> FenceState {
        let interface = order.interface
        let (existing, reason) = try state.rules.fit(order)
        let isNew = state.table.entries[interface]?.index != index
        let entry = FenceTable.Entry(index: index, order: existing, network: .first(of: interface), ground: ground)
        guard state.table.put(entry) else {
            throw LinkInterface.Failure.refused("\(FenceTable.most) interfaces are fenced", field: "interface")
        }
        state.owners[interface] = owner
        do throws(Rules.Fault) {
            try state.rules.write(state.table, at: now)
            if isNew, !entry.isAgreed, let fault = link_forget_neighbours(interface) {
                AccessoryLink.log(
                    "what waits for a neighbour of '\(interface)' may still go: \(String(cString: fault))")
            }
            if !isNew, isAwaited { return (state.rules.latest[interface] ?? FenceCounts()).state(reason: reason) }
            return try state.rules.counts(of: interface, isNew: isNew, in: state.table, at: now).state(reason: reason)
        } catch {
            throw failure(error, interface, &state)
        }
    }

    private func failure(_ fault: Rules.Fault, _ interface: String, _ state: inout State) -> LinkInterface.Failure {
        remove(interface, from: &state)
        return .unavailable("the kernel does not take the fence: \(fault)")
    }

    /// Ends a fence of this owner's.
    func open(_ interface: String, of owner: Owner) throws {
        try state.withLock { state in
            if state.waiting[interface]?.owner == owner { state.waiting[interface] = nil }
            guard state.owners[interface] == owner else {
                throw LinkInterface.Failure.refused(
                    "'\(interface.printable)' has no fence of yours", field: "interface")
            }
            remove(interface, from: &state)
        }
    }

    /// Ends the fences of an owner that is gone.
    func ended(_ owner: Owner) {
        state.withLock { state in
            state.waiting = state.waiting.filter { $0.value.owner != owner }
            for interface in state.owners.filter({ $0.value == owner }).keys { remove(interface, from: &state) }
            if state.table.isEmpty { state.rules.removeUnused() }
        }
    }

    /// Returns when no order holds the fences.
    func turn() { state.withLock { _ in } }

    /// Removes the table, and with it every fence.
    func clear() {
        state.withLock { state in
            (state.table, state.owners, state.waiting) = (FenceTable(), [:], [:])
            state.rules.clear()
        }
    }

    private func remove(_ interface: String, from state: inout State) {
        guard state.owners.removeValue(forKey: interface) != nil else { return }
        state.table.remove(interface)
        state.rules.remove(interface, leaving: state.table, at: now)
    }
}
