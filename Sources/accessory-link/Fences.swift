// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
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
        /// What the kernel had counted for an interface when its fence began.
        var before: [String: FenceCounts] = [:]
        /// The interfaces for which the present table may have counted something.
        var counted: Set<String> = []
        var lastOwner = 0
        /// What the rules are, once they are loaded.
        var rules: (kernel: Rules, cgroupFault: String?)?
        let profiles = ActiveProfile()
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
    func fence(_ order: FenceOrder, of owner: Owner) throws -> FenceState {
        try state.withLock { state in
            let interface = order.interface
            if let objection = state.profiles.objection(to: interface) {
                // What NetworkManager has there now is not to be fenced a moment longer.
                remove(interface, from: &state)
                throw LinkInterface.Failure.refused(objection, field: "interface")
            }
            let index = if_nametoindex(interface)
            guard index > 0 else {
                throw LinkInterface.Failure.refused("there is no interface '\(interface)'", field: "interface")
            }
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
            let entry = FenceTable.Entry(index: index, order: existing, end: now + FenceTable.lifetime)
            guard state.table.put(entry) else {
                throw LinkInterface.Failure.refused("\(FenceTable.most) interfaces are fenced", field: "interface")
            }
            state.owners[interface] = owner
            do throws(Rules.Fault) {
                try write(&state)
                // A join waits for the first answer, and nothing is counted yet.
                let isUncounted = state.counted.insert(interface).inserted
                let listing = isUncounted ? "" : try state.rules?.kernel.run("list table \(FenceTable.name)") ?? ""
                let counts = FenceCounts(listing, of: interface)
                if isNew { state.before[interface] = counts }
                return counts.since(state.before[interface]).state(reason: reason)
            } catch {
                remove(interface, from: &state)
                throw LinkInterface.Failure.unavailable("the kernel does not take the fence: \(error)")
            }
        }
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
            removeTable(&state)
        }
    }

    private func remove(_ interface: String, from state: inout State) {
        guard state.owners.removeValue(forKey: interface) != nil else { return }
        state.table.remove(interface)
        state.before[interface] = nil
        if state.table.isEmpty { return removeTable(&state) }
        do throws(Rules.Fault) { try write(&state) } catch { AccessoryLink.log("a fence is not removed: \(error)") }
    }

    private func removeTable(_ state: inout State) {
        let kernel = state.rules?.kernel ?? (try? Rules())
        state.rules = nil
        state.counted = []
        // There may be none: whoever removed it has removed the fences.
        _ = try? kernel?.run("delete table \(FenceTable.name)")
    }

    /// Loads the rules, unless they are.
    private func loaded(_ state: inout State) throws -> (kernel: Rules, cgroupFault: String?) {
        if let rules = state.rules { return rules }
        do throws(Rules.Fault) {
            let rules = try load()
            state.rules = rules
            return rules
        } catch {
            throw LinkInterface.Failure.unavailable("the kernel does not take the rules: \(error)")
        }
    }

    private func load() throws(Rules.Fault) -> (kernel: Rules, cgroupFault: String?) {
        let kernel = try Rules()
        _ = try? kernel.run("delete table \(FenceTable.name)")
        try kernel.load("\(folder)/fence.nft")
        do throws(Rules.Fault) {
            try kernel.load("\(folder)/fence-cgroups.nft")
            return (kernel, nil)
        } catch {
            return (kernel, "the kernel cannot compare cgroups: \(error)")
        }
    }

    /// Others may have removed the table, such as a reload of the machine's own rules: then it is loaded again.
    private func write(_ state: inout State) throws(Rules.Fault) {
        for attempt in 1...2 {
            guard let rules = state.rules else { return }
            do throws(Rules.Fault) {
                try rules.kernel.run(state.table.commands(at: now, hasCgroups: rules.cgroupFault == nil))
                return
            } catch {
                guard attempt == 1 else { throw error }
                state.rules = try load()
            }
        }
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
