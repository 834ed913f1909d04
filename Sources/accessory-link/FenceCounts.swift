// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import FoundationEssentials
import LinkCalls
import Varlink

/// What the kernel has counted for an interface, from the JSON that libnftables writes of the table.
struct FenceCounts {
    private var sent = 0
    private var received = 0
    private var keptOut = 0
    private var refusals: [Refused: Int] = [:]
    /// The rules of the table.
    private(set) var rules = 0
    /// Somebody has switched the table off (nft(8), "dormant").
    private(set) var isDormant = false

    private struct Refused: Hashable {
        let cgroup: String?
        let user: Int
    }

    private static let mostRefusals = 64

    private struct Listing: Decodable {
        let nftables: [[String: JSONValue]]
    }

    /// Nothing was counted yet.
    init() {}

    init(_ json: String, of interface: String = "") {
        guard let listing = try? JSONDecoder().decode(Listing.self, from: Data(json.utf8)) else { return }
        rules = listing.nftables.count { $0["rule"] != nil }
        isDormant = listing.nftables.contains { entry in
            guard case .object(let table)? = entry["table"] else { return false }
            return table["flags"] != nil
        }
        for case .object(let set)? in listing.nftables.map({ $0["set"] }) {
            guard case .string(let name)? = set["name"], case .array(let elements)? = set["elem"] else { continue }
            for case .object(let outer) in elements {
                guard case .object(let element)? = outer["elem"], let value = element["val"],
                    case .object(let counter)? = element["counter"],
                    case .integer(let packets)? = counter["packets"], case .integer(let bytes)? = counter["bytes"]
                else { continue }
                count(name, value, Int(packets), Int(bytes), of: interface)
            }
        }
    }

    private mutating func count(
        _ set: String, _ value: JSONValue, _ packets: Int, _ bytes: Int, of interface: String
    ) {
        switch (set, value) {
        case ("sent", .string(interface)): sent = bytes
        case ("received", .string(interface)): received = bytes
        case ("kept_out", .string(interface)): keptOut = packets
        case (_, .object(let concatenation)):
            guard set.hasPrefix("refused"), case .array(let parts)? = concatenation["concat"], parts.count >= 2,
                parts[0] == .string(interface), case .integer(let user) = parts[1]
            else { return }
            var cgroup: String?
            if parts.count > 2, case .string(let path) = parts[2] { cgroup = path }
            refusals[Refused(cgroup: cgroup, user: Int(user)), default: 0] += packets
        case _: break
        }
    }

    /// What was counted after an earlier reading.
    func since(_ earlier: FenceCounts?) -> FenceCounts {
        guard let earlier else { return self }
        var counts = self
        // Less than before: the table was loaded again meanwhile.
        counts.sent -= min(earlier.sent, sent)
        counts.received -= min(earlier.received, received)
        counts.keptOut -= min(earlier.keptOut, keptOut)
        for (key, packets) in refusals { counts.refusals[key] = packets - min(earlier.refusals[key] ?? 0, packets) }
        return counts
    }

    func state(reason: String?) -> FenceState {
        let known = refusals.filter { $0.value > 0 }
        return FenceState(
            reason: reason, sent: sent, received: received, refused: known.values.reduce(0, +),
            keptOut: keptOut,
            refusals: known.sorted { $0.value > $1.value }.prefix(Self.mostRefusals).map { refused, packets in
                Refusal(
                    program: refused.cgroup.map { Cgroup(path: $0)?.unit?.name ?? $0 }, user: refused.user,
                    packets: packets)
            })
    }
}
