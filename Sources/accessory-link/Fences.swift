// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import CStations
import Glibc
import LinkCalls
import Synchronization
import TrustedFiles

/// The fences of this machine: each belongs to the connection that ordered it last, and ends with that. The kernel ends it if
/// nobody renews it.
final class Fences: Sendable {
    typealias Owner = Int

    private struct State {
        var table = FenceTable()
        var owners: [String: Owner] = [:]
        /// Those to whose fence NetworkManager has agreed.
        var agreed: Set<String> = []
        /// What the kernel had counted for an interface when its fence began.
        var before: [String: FenceCounts] = [:]
        /// The interfaces for which the present table may have counted something.
        var counted: Set<String> = []
        var lastOwner = 0
        var rules: Loaded?
        /// The interfaces to which marks lead at present.
        var steered: [UInt32] = []
        let profiles = ActiveProfile()
    }

    /// What the rules are, once they are loaded.
    private struct Loaded {
        let kernel: Rules
        var cgroupFault: String?
        /// Whether those are there that few machines ever need.
        var hasSteering = false
        /// How many were loaded. Others may remove some, and leave the sets.
        var count = 0
    }

    private let folder: String
    private let state = Mutex(State())
    private let beginning = ContinuousClock.now

    init(rules folder: String) { self.folder = folder }

    private var now: Duration { beginning.duration(to: .now) }

    func makeOwner() -> Owner {
        state.withLock { state in
            state.lastOwner += 1
            return state.lastOwner
        }
    }

    /// Loads the rules for a fence that is about to be ordered. A failure shows when it is.
    func prepare() { state.withLock { _ = try? loaded(&$0) } }

    /// Fences an interface, or renews its fence. Throws `LinkInterface.Failure`.
    ///
    /// - Parameter isEarly: NetworkManager is not asked, which the join would have to wait for.
    func fence(_ order: FenceOrder, of owner: Owner, isEarly: Bool) throws -> FenceState {
        try state.withLock { state in
            let interface = order.interface
            let index = if_nametoindex(interface)
            guard index > 0 else {
                remove(interface, from: &state)
                throw LinkInterface.Failure.refused("there is no interface '\(interface)'", field: "interface")
            }
            guard !isEarly || VacantStation.has(interface) else {
                throw LinkInterface.Failure.undecided("'\(interface)' has an address of another network")
            }
            switch isEarly ? nil : state.profiles.objection(to: interface) {
            case .foreign(let reason):
                // What NetworkManager has there now is not to be fenced a moment longer.
                remove(interface, from: &state)
                throw LinkInterface.Failure.refused(reason, field: "interface")
            case .unknown(let reason):
                // Anybody can keep NetworkManager busy. The fence that it agreed to goes on until it answers.
                guard state.owners[interface] == owner, state.table.entries[interface]?.index == index,
                    state.agreed.contains(interface)
                else {
                    throw LinkInterface.Failure.undecided(reason)
                }
            case nil: break
            }
            // A join waits for these answers, and the holder does not know of the fence yet.
            let isAwaited = isEarly || !state.agreed.contains(interface)
            let rules = try loaded(&state)
            var (existing, reason) = (order, String?.none)
            if order.subjects.contains(where: { $0.cgroup != nil }) {
                reason = rules.cgroupFault ?? Self.cgroupFault
                existing = reason == nil ? order.keeping(Self.exists) : order.byUser
            }
            guard order.subjects.isEmpty || !existing.subjects.isEmpty else {
                throw LinkInterface.Failure.refused("none of the cgroups exists", field: "subjects")
            }
            let isNew = state.table.entries[interface]?.index != index
            let entry = FenceTable.Entry(
                index: index, order: existing, network: .first(of: interface),
                end: now + (isEarly ? FenceTable.vacantLifetime : FenceTable.lifetime))
            guard state.table.put(entry) else {
                throw LinkInterface.Failure.refused("\(FenceTable.most) interfaces are fenced", field: "interface")
            }
            state.owners[interface] = owner
            if !isEarly { state.agreed.insert(interface) }
            do throws(Rules.Fault) {
                try write(&state)
                if isNew, isEarly, let fault = link_forget_neighbours(interface) {
                    AccessoryLink.log(
                        "what waits for a neighbour of '\(interface)' may still go: \(String(cString: fault))")
                }
                let isUncounted = state.counted.insert(interface).inserted
                if !isNew, isAwaited { return FenceCounts().state(reason: reason) }
                let counts = isUncounted ? FenceCounts() : try wholeCounts(of: interface, &state)
                if isNew { state.before[interface] = counts }
                return counts.since(state.before[interface]).state(reason: reason)
            } catch {
                remove(interface, from: &state)
                throw LinkInterface.Failure.unavailable("the kernel does not take the fence: \(error)")
            }
        }
    }

    /// What the kernel has counted for an interface, by rules that are all there: others may have flushed the table's chains, or
    /// switched it off.
    private func wholeCounts(of interface: String, _ state: inout State) throws(Rules.Fault) -> FenceCounts {
        guard let rules = state.rules else { return FenceCounts() }
        let counts = FenceCounts(try rules.kernel.run(Self.listing), of: interface)
        guard counts.rules != rules.count || counts.isDormant else { return counts }
        AccessoryLink.log("the table \(FenceTable.name) was changed, and is loaded again")
        state.rules = try load()
        try write(&state)
        return FenceCounts()
    }

    /// Ends a fence of this owner's.
    func open(_ interface: String, of owner: Owner) throws {
        try state.withLock { state in
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
            for interface in state.owners.filter({ $0.value == owner }).keys { remove(interface, from: &state) }
            if state.table.isEmpty, state.rules != nil { removeTable(&state) }
        }
    }

    /// Removes the table, and with it every fence.
    func clear() {
        state.withLock { state in
            state.table = FenceTable()
            state.owners = [:]
            state.agreed = []
            removeTable(&state)
            // Of an earlier process that was killed.
            lead([], &state)
        }
    }

    private func remove(_ interface: String, from state: inout State) {
        guard state.owners.removeValue(forKey: interface) != nil else { return }
        state.table.remove(interface)
        state.before[interface] = nil
        state.agreed.remove(interface)
        if state.table.isEmpty { return removeTable(&state) }
        do throws(Rules.Fault) { try write(&state) } catch { AccessoryLink.log("a fence is not removed: \(error)") }
    }

    private func removeTable(_ state: inout State) {
        let kernel = state.rules?.kernel ?? (try? Rules())
        state.rules = nil
        state.counted = []
        if !state.steered.isEmpty { lead([], &state) }
        // There may be none: whoever removed it has removed the fences.
        _ = try? kernel?.run("delete table \(FenceTable.name)")
    }

    /// Loads the rules, unless they are.
    private func loaded(_ state: inout State) throws -> Loaded {
        if let rules = state.rules { return rules }
        do throws(Rules.Fault) {
            let rules = try load()
            state.rules = rules
            return rules
        } catch {
            throw LinkInterface.Failure.unavailable("the kernel does not take the rules: \(error)")
        }
    }

    private func load() throws(Rules.Fault) -> Loaded {
        let kernel = try Rules()
        _ = try? kernel.run("delete table \(FenceTable.name)")
        try kernel.load("\(folder)/fence.nft")
        var rules = Loaded(kernel: kernel)
        do throws(Rules.Fault) {
            try kernel.load("\(folder)/fence-cgroups.nft")
        } catch {
            rules.cgroupFault = "the kernel cannot compare cgroups: \(error)"
        }
        rules.count = FenceCounts(try kernel.run(Self.listing)).rules
        return rules
    }

    private static let listing = "list table \(FenceTable.name)"

    /// One app's cgroup that is gone keeps no other app's fence from the kernel, also if it goes in this very moment. Others may
    /// have removed the table, such as a reload of the machine's own rules: then it is loaded again.
    private func write(_ state: inout State) throws(Rules.Fault) {
        var (gone, isLoadedAgain) = (Set<String>(), false)
        while let rules = state.rules {
            let table = state.table.keeping { !gone.contains($0) && Self.exists($0) }
            let hasSteering = steers(table, &state)
            do throws(Rules.Fault) {
                try rules.kernel.run(
                    table.commands(at: now, hasCgroups: rules.cgroupFault == nil, hasSteering: hasSteering))
                let steered = hasSteering ? table.steered : []
                if steered != state.steered { lead(steered, &state) }
                return
            } catch {
                let named = table.cgroups.filter { error.text.contains("\"\($0)\"") }
                gone.formUnion(named)
                if !named.isEmpty { continue }
                guard !isLoadedAgain else { throw error }
                (gone, isLoadedAgain) = ([], true)
                state.rules = try load()
            }
        }
    }

    /// Whether the ruleset has the maps by which each program reaches its own of several accessories with one address. A kernel
    /// that cannot give a packet another address still has the fences.
    private func steers(_ table: FenceTable, _ state: inout State) -> Bool {
        guard var rules = state.rules, !rules.hasSteering, rules.cgroupFault == nil, !table.steered.isEmpty else {
            return state.rules?.hasSteering ?? false
        }
        do throws(Rules.Fault) {
            try rules.kernel.load("\(folder)/fence-steering.nft")
            rules.hasSteering = true
            rules.count = FenceCounts(try rules.kernel.run(Self.listing)).rules
            state.rules = rules
        } catch {
            AccessoryLink.log("two hotspots have one address, and each program reaches the same one: \(error)")
        }
        return rules.hasSteering
    }

    /// Leads the marks of these interfaces there, and no others anywhere.
    private func lead(_ interfaces: [UInt32], _ state: inout State) {
        let marks = interfaces.map { HotspotTable.number(of: $0) }
        state.steered = interfaces
        guard let fault = link_set_marks(HotspotTable.priority, marks, marks.count) else { return }
        AccessoryLink.log("the rules of marked packets cannot be changed: \(String(cString: fault))")
    }

    // MARK: The kernel's own state

    private static let cgroups = "/sys/fs/cgroup"

    /// The reason why cgroups cannot be compared, whatever the rules are.
    private static var cgroupFault: String? {
        access("\(cgroups)/cgroup.controllers", F_OK) == 0 ? nil : "this machine has no unified hierarchy of cgroups"
    }

    private static func exists(_ cgroup: String) -> Bool {
        var status = stat()
        return lstat("\(cgroups)/\(cgroup)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
