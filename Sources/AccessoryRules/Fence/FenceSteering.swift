// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Which accessory a program means by an address that several accessories have at once: its own. Action cameras are all 10.5.5.9.
struct FenceSteering {
    /// The fences whose network overlaps with that of another one.
    private let entries: [FenceTable.Entry]

    init(_ fences: [FenceTable.Entry]) {
        entries = fences.filter { entry in
            fences.contains { other in
                guard other.index != entry.index, let network = entry.network else { return false }
                return other.network.map(network.overlaps) ?? false
            }
        }.sorted { $0.index < $1.index }
    }

    var interfaces: [UInt32] { entries.map(\.index) }

    static let emptying: [String] = {
        let maps = (1...FenceOrder.deepest).map { "steered\($0)" } + ["steered_users", "marks_of"]
        return ["marks", "ways"].map { "flush set \(FenceTable.name) \($0)" }
            + maps.map { "flush map \(FenceTable.name) \($0)" }
    }()

    fileprivate struct Way {
        let map: String
        let subject: String
        let network: FenceNetwork
        let mark: UInt32
    }

    /// The kernel takes no two answers for one address, so an app that holds several of them has the latest here. Its packets go
    /// where its routes or its binding lead, because that is one of its own.
    var elements: [(set: String, element: String)] {
        var ways: [Way] = []
        for entry in entries {
            guard let network = entry.network else { continue }
            for subject in entry.order.subjects {
                let way = Way(subject, to: network, HotspotTable.number(of: entry.index))
                ways.removeAll { $0.subject == way.subject && $0.network.overlaps(network) }
                ways.append(way)
            }
        }
        return entries.flatMap { entry in
            let mark = HotspotTable.number(of: entry.index)
            return [
                ("marks", "\(mark)"), ("ways", "\(FenceTable.word(entry.index)) . \(mark)"),
                ("marks_of", "\(FenceTable.word(entry.index)) : \(mark)"),
            ]
        } + ways.map { ($0.map, "\($0.subject) . \($0.network.range) : \($0.mark)") }
    }
}

extension FenceSteering.Way {
    fileprivate init(_ subject: FenceOrder.Subject, to network: FenceNetwork, _ mark: UInt32) {
        if let cgroup = subject.cgroup {
            self.init(
                map: "steered\(FenceOrder.level(of: cgroup))", subject: "\"\(cgroup)\"", network: network, mark: mark)
        } else {
            self.init(map: "steered_users", subject: FenceTable.word(subject.user), network: network, mark: mark)
        }
    }
}
