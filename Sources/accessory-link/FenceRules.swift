// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import CStations
import Glibc
import LinkCalls

/// The rules of all fences, in the kernel: loaded with the first fence, and removed with the last.
struct FenceRules {
    /// What the rules are, once they are loaded.
    private struct Loaded {
        let kernel: Rules
        let cgroupFault: String?
        /// Whether those are there that few machines ever need.
        let hasSteering: Bool
        /// As the kernel showed them at once.
        let listing: String
        /// Others may remove some, and leave the sets. To read them takes longer than to load them, and no join waits for it.
        lazy var count = FenceCounts(listing).rules

        init(_ kernel: Rules, cgroupFault: String? = nil, hasSteering: Bool = false) throws(Rules.Fault) {
            self.kernel = kernel
            self.cgroupFault = cgroupFault
            self.hasSteering = hasSteering
            listing = try kernel.run(FenceRules.listing)
        }
    }

    private let folder: String
    private var loaded: Loaded?
    /// What the kernel had counted for an interface when its fence began.
    private var before: [String: FenceCounts] = [:]
    /// The interfaces for which the present table may have counted something.
    private var counted: Set<String> = []
    /// What was read last.
    private(set) var latest: [String: FenceCounts] = [:]
    /// The interfaces to which marks lead at present.
    private var steered: [UInt32] = []

    init(_ folder: String) { self.folder = folder }

    /// Loads the rules, unless they are. Throws `LinkInterface.Failure`.
    mutating func prepare() throws {
        guard loaded == nil else { return }
        do throws(Rules.Fault) {
            loaded = try load()
        } catch {
            throw LinkInterface.Failure.unavailable("the kernel does not take the rules: \(error)")
        }
    }

    /// The order as the kernel can keep it, with the reason if that is less than was ordered. Throws `LinkInterface.Failure`.
    mutating func fit(_ order: FenceOrder) throws -> (order: FenceOrder, reason: String?) {
        try prepare()
        var (existing, reason) = (order, String?.none)
        if order.subjects.contains(where: { $0.cgroup != nil }) {
            reason = loaded?.cgroupFault ?? Self.cgroupFault
            existing = reason == nil ? order.keeping(Self.exists) : order.byUser
        }
        guard order.subjects.isEmpty || !existing.subjects.isEmpty else {
            throw LinkInterface.Failure.refused("none of the cgroups exists", field: "subjects")
        }
        return (existing, reason)
    }

    /// One app's cgroup that is gone keeps no other app's fence from the kernel, also if it goes in this very moment. Others may
    /// have removed the table, such as a reload of the machine's own rules: then it is loaded again.
    mutating func write(_ fences: FenceTable, at now: Duration) throws(Rules.Fault) {
        var (gone, isLoadedAgain) = (Set<String>(), false)
        while let rules = loaded {
            let table = fences.keeping { !gone.contains($0) && Self.exists($0) }
            let hasSteering = steers(table)
            do throws(Rules.Fault) {
                try rules.kernel.run(
                    table.commands(at: now, hasCgroups: rules.cgroupFault == nil, hasSteering: hasSteering))
                let steered = hasSteering ? table.steered : []
                if steered != self.steered { lead(steered) }
                return
            } catch {
                let named = table.cgroups.filter { error.text.contains("\"\($0)\"") }
                gone.formUnion(named)
                if !named.isEmpty { continue }
                guard !isLoadedAgain else { throw error }
                (gone, isLoadedAgain) = ([], true)
                loaded = try load()
            }
        }
    }

    /// What a fence has counted from its beginning on, by rules that are all there: others may have flushed the table's chains, or
    /// switched it off.
    mutating func counts(
        of interface: String, isNew: Bool, in table: FenceTable, at now: Duration
    ) throws(Rules.Fault) -> FenceCounts {
        let isUncounted = counted.insert(interface).inserted
        let counts = isUncounted ? FenceCounts() : try wholeCounts(of: interface, in: table, at: now)
        if isNew { before[interface] = counts }
        let ours = counts.since(before[interface])
        latest[interface] = ours
        return ours
    }

    private mutating func wholeCounts(
        of interface: String, in table: FenceTable, at now: Duration
    ) throws(Rules.Fault) -> FenceCounts {
        guard let kernel = loaded?.kernel else { return FenceCounts() }
        let counts = FenceCounts(try kernel.run(Self.listing), of: interface)
        guard counts.rules != loaded?.count || counts.isDormant else { return counts }
        AccessoryLink.log("the table \(FenceTable.name) was changed, and is loaded again")
        loaded = try load()
        try write(table, at: now)
        return FenceCounts()
    }

    /// The fence of an interface is over, and the table has these.
    mutating func remove(_ interface: String, leaving table: FenceTable, at now: Duration) {
        (before[interface], latest[interface]) = (nil, nil)
        if table.isEmpty { return removeTable() }
        do throws(Rules.Fault) {
            try write(table, at: now)
        } catch {
            AccessoryLink.log("a fence is not removed: \(error)")
        }
    }

    /// Removes everything, also what an earlier process has left that was killed.
    mutating func clear() {
        removeTable()
        lead([])
    }

    /// Removes what was loaded for an order that did not come to a fence.
    mutating func removeUnused() { if loaded != nil { removeTable() } }

    private mutating func removeTable() {
        let kernel = loaded?.kernel ?? (try? Rules())
        loaded = nil
        counted = []
        if !steered.isEmpty { lead([]) }
        // There may be none: whoever removed it has removed the fences.
        _ = try? kernel?.run("delete table \(FenceTable.name)")
    }

    private func load() throws(Rules.Fault) -> Loaded {
        let kernel = try Rules()
        _ = try? kernel.run("delete table \(FenceTable.name)")
        try kernel.load("\(folder)/fence.nft")
        var cgroupFault: String?
        do throws(Rules.Fault) {
            try kernel.load("\(folder)/fence-cgroups.nft")
        } catch {
            cgroupFault = "the kernel cannot compare cgroups: \(error)"
        }
        return try Loaded(kernel, cgroupFault: cgroupFault)
    }

    private static let listing = "list table \(FenceTable.name)"

    /// Whether the ruleset has the maps by which each program reaches its own of several accessories with one address. A kernel
    /// that cannot give a packet another address still has the fences.
    private mutating func steers(_ table: FenceTable) -> Bool {
        guard let rules = loaded, !rules.hasSteering, rules.cgroupFault == nil, !table.steered.isEmpty else {
            return loaded?.hasSteering ?? false
        }
        do throws(Rules.Fault) {
            try rules.kernel.load("\(folder)/fence-steering.nft")
            loaded = try Loaded(rules.kernel, hasSteering: true)
            return true
        } catch {
            AccessoryLink.log("two hotspots have one address, and each program reaches the same one: \(error)")
            return false
        }
    }

    /// Leads the marks of these interfaces there, and no others anywhere.
    private mutating func lead(_ interfaces: [UInt32]) {
        let marks = interfaces.map { HotspotTable.number(of: $0) }
        steered = interfaces
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
