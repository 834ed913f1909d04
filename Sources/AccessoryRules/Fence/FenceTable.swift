// SPDX-License-Identifier: Apache-2.0

/// The fences of this machine, as elements of the sets of `fence.nft`. Nothing else of that ruleset ever changes.
package struct FenceTable: Sendable {
    /// How long a fence lasts without a word of the agent's, which comes every 10 s.
    package static let lifetime: Duration = .seconds(30)
    package static let name = "inet accessoryd"
    /// The most interfaces.
    package static let most = 16

    package struct Entry: Hashable, Sendable {
        /// The kernel's number of the interface, which no other interface gets.
        package var index: UInt32
        package var order: FenceOrder
        /// From some beginning.
        package var end: Duration

        package init(index: UInt32, order: FenceOrder, end: Duration) {
            self.index = index
            self.order = order
            self.end = end
        }
    }

    package private(set) var entries: [String: Entry] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// False if there is no room for one more.
    package mutating func put(_ entry: Entry) -> Bool {
        guard entries[entry.order.interface] != nil || entries.count < Self.most else { return false }
        entries[entry.order.interface] = entry
        return true
    }

    package mutating func remove(_ interface: String) { entries[interface] = nil }

    /// What makes the sets show exactly these fences, in one transaction. A fence that is over is not in it.
    ///
    /// - Parameter hasCgroups: whether the ruleset has the sets of cgroups.
    package func commands(at now: Duration, hasCgroups: Bool) -> String {
        var lines = ["fenced", "users", "accepted"].map { "flush set \(Self.name) \($0)" }
        if hasCgroups { lines += (1...FenceOrder.deepest).map { "flush set \(Self.name) cgroups\($0)" } }
        for (_, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.end > now {
            lines += ["sent", "received", "kept_out"].map { add($0, "\(entry.index)") }
            lines += elements(of: entry)
            let left = max(1, Int((entry.end - now) / .milliseconds(1)))
            lines.append(add("fenced", "\(entry.index) timeout \(left)ms"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func elements(of entry: Entry) -> [String] {
        entry.order.subjects.map { subject in
            guard let cgroup = subject.cgroup else { return add("users", "\(entry.index) . \(subject.user)") }
            let level = cgroup.utf8.count { $0 == UInt8(ascii: "/") } + 1
            return add("cgroups\(level)", "\(entry.index) . \"\(cgroup)\"")
        }
            + entry.order.ports.map {
                add("accepted", "\(entry.index) . \($0.transport.rawValue) . \($0.number)")
            }
    }

    private func add(_ set: String, _ element: String) -> String {
        "add element \(Self.name) \(set) { \(element) }"
    }
}
