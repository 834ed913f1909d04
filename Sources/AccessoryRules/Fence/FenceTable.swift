// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The fences of this machine, as elements of the sets and maps of `fence.nft`, `fence-cgroups.nft` and `fence-steering.nft`. Nothing
/// else of that ruleset ever changes.
package struct FenceTable: Sendable {
    /// How often a lease renews its fence.
    package static let heartbeat: Duration = .seconds(10)
    /// How long a fence lasts without a word of the agent's.
    package static let lifetime: Duration = .seconds(30)
    /// The same before NetworkManager has agreed to it.
    package static let vacantLifetime: Duration = .seconds(12)
    /// How long such a fence may be renewed after its interface got an address. A join gives up before.
    package static let longestVacancy: Duration = .seconds(120)
    /// How long NetworkManager's word is good for another order. One given while the address is awaited is, once that is there.
    package static let freshness: Duration = .seconds(5)
    package static let name = "inet accessoryd"
    /// The most interfaces.
    package static let most = 16

    /// What a fence stands on, since a time from some beginning.
    package enum Ground: Hashable, Sendable {
        /// The interface had no address.
        case vacancy(Duration)
        /// NetworkManager has agreed.
        case agreement(Duration)

        var time: Duration {
            switch self {
            case .vacancy(let time), .agreement(let time): time
            }
        }
    }

    /// What the kernel shows of an interface.
    package struct InterfaceFacts: Sendable {
        package var index: UInt32
        package var network: FenceNetwork?
        package var hasDefaultRoute: Bool

        package init(index: UInt32, network: FenceNetwork?, hasDefaultRoute: Bool) {
            self.index = index
            self.network = network
            self.hasDefaultRoute = hasDefaultRoute
        }
    }

    package struct Entry: Hashable, Sendable {
        /// The kernel's number of the interface, which no other interface gets.
        package var index: UInt32
        package var order: FenceOrder
        package var network: FenceNetwork?
        package var ground: Ground
        /// From the same beginning.
        package private(set) var end: Duration

        package init(index: UInt32, order: FenceOrder, network: FenceNetwork? = nil, ground: Ground) {
            self.index = index
            self.order = order
            self.network = network
            self.ground = ground
            end = ground.time
            renew(at: ground.time)
        }

        package var isAgreed: Bool { if case .agreement = ground { true } else { false } }

        fileprivate mutating func renew(at now: Duration) {
            end = now + (isAgreed ? FenceTable.lifetime : FenceTable.vacantLifetime)
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

    /// Whether an early fence was made so lately that the next heartbeat renews it in time, wherever that is on its way.
    package func isYoung(_ interface: String, _ index: UInt32, at now: Duration) -> Bool {
        guard let entry = entries[interface], entry.index == index, !entry.isAgreed else { return false }
        return entry.end - now > Self.heartbeat + .seconds(1)
    }

    /// Whether a fence may be over before NetworkManager's answer is there, for which `patience` is the longest wait.
    package func isEnding(_ interface: String, within patience: Duration, at now: Duration) -> Bool {
        guard let entry = entries[interface] else { return false }
        return entry.end - now <= patience
    }

    /// Whether a fence stands to which NetworkManager has agreed.
    package func isAgreed(to interface: String, _ index: UInt32, at now: Duration) -> Bool {
        guard let entry = entries[interface], entry.index == index, entry.end > now else { return false }
        return entry.isAgreed
    }

    /// When NetworkManager agreed to the fence, a moment ago. Nil if it has to be asked.
    package func agreed(to interface: String, as facts: InterfaceFacts, at now: Duration) -> Duration? {
        guard let entry = entries[interface], entry.index == facts.index, !facts.hasDefaultRoute,
            entry.network == nil || entry.network == facts.network, case .agreement(let time) = entry.ground,
            now < time + Self.freshness
        else { return nil }
        return time
    }

    /// Renews a fence without NetworkManager's word, as long as the kernel shows nothing but the network that it was made for. That
    /// could be the uplink again: whoever keeps NetworkManager busy must not cut the machine off. False if there is none to renew.
    package mutating func goesOn(_ interface: String, as facts: InterfaceFacts, at now: Duration) -> Bool {
        guard var entry = entries[interface], entry.index == facts.index, entry.end > now, !facts.hasDefaultRoute,
            entry.network == nil || entry.network == facts.network
        else { return false }
        if case .vacancy(let time) = entry.ground, now > time + Self.longestVacancy { return false }
        // NetworkManager has agreed to no network yet.
        if entry.network == nil, facts.network != nil { entry.ground = .vacancy(entry.ground.time) }
        entry.network = facts.network
        entry.renew(at: now)
        entries[interface] = entry
        return true
    }

    /// The interfaces that lead to one address, so that routes alone do not show which of them a program means.
    package var steered: [UInt32] { FenceSteering(Array(entries.values)).interfaces }

    /// All cgroups that an interface is open to.
    package var cgroups: Set<String> { Set(entries.values.flatMap(\.order.subjects).compactMap(\.cgroup)) }

    /// The same fences for the cgroups that exist. Without any, one lets no program through.
    package func keeping(_ exists: (_ cgroup: String) -> Bool) -> FenceTable {
        var table = self
        table.entries = entries.mapValues { entry in
            var entry = entry
            entry.order = entry.order.keeping(exists)
            return entry
        }
        return table
    }

    package mutating func remove(_ interface: String) { entries[interface] = nil }

    /// What makes the sets show exactly these fences, in one transaction. A fence that is over is not in it.
    ///
    /// - Parameters:
    ///   - hasCgroups: whether the ruleset has the sets of cgroups.
    ///   - hasSteering: whether it has the maps of `fence-steering.nft`.
    package func commands(at now: Duration, hasCgroups: Bool, hasSteering: Bool = false) -> String {
        var lines = ["fenced", "users", "accepted"].map { "flush set \(Self.name) \($0)" }
        if hasCgroups {
            lines += (1...FenceOrder.deepest).flatMap {
                ["flush set \(Self.name) cgroups\($0)", "flush map \(Self.name) multicast\($0)"]
            }
        }
        if hasSteering { lines += FenceSteering.emptying }
        let standing = entries.sorted { $0.key < $1.key }.map(\.value).filter { $0.end > now }
        for entry in standing {
            let index = Self.word(entry.index)
            lines += ["sent", "received", "kept_out"].map { Self.add($0, index) }
            lines += elements(of: entry)
            let left = max(1, Int((entry.end - now) / .milliseconds(1)))
            lines.append(Self.add("fenced", "\(index) timeout \(left)ms"))
        }
        if hasCgroups { lines += multicast(of: standing) }
        if hasSteering { lines += FenceSteering(standing).elements.map { Self.add($0.set, $0.element) } }
        return lines.joined(separator: "\n") + "\n"
    }

    private func elements(of entry: Entry) -> [String] {
        let index = Self.word(entry.index)
        return entry.order.subjects.map { subject in
            guard let cgroup = subject.cgroup else { return Self.add("users", "\(index) . \(Self.word(subject.user))") }
            return Self.add("cgroups\(FenceOrder.level(of: cgroup))", "\(index) . \"\(cgroup)\"")
        }
            + entry.order.ports.map {
                Self.add("accepted", "\(index) . \($0.transport.rawValue) . \($0.number)")
            }
    }

    /// One address for each cgroup. One that may use several interfaces has the latest.
    private func multicast(of entries: [Entry]) -> [String] {
        var addresses: [String: String] = [:]
        for entry in entries.sorted(by: { $0.index < $1.index }) {
            guard let address = entry.network?.address.description else { continue }
            for subject in entry.order.subjects where subject.multicast {
                if let cgroup = subject.cgroup { addresses[cgroup] = address }
            }
        }
        return addresses.sorted { $0.key < $1.key }.map { cgroup, address in
            Self.add("multicast\(FenceOrder.level(of: cgroup))", "\"\(cgroup)\" : \(address)")
        }
    }

    /// The number of an interface or of a user as nftables reads no other: it takes any word for a name first, and an interface may
    /// have the name `3`. None has one of forty digits (IFNAMSIZ, useradd(8)).
    static func word(_ number: UInt32) -> String {
        let digits = String(number)
        return "\"" + String(repeating: "0", count: 40 - digits.utf8.count) + digits + "\""
    }

    private static func add(_ set: String, _ element: String) -> String {
        "add element \(Self.name) \(set) { \(element) }"
    }
}
