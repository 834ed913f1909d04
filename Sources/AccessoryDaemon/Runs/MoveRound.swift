// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The moves of several accessories: over the home network first, a few at a time, since one that is not there is looked for
/// almost a minute; and then one by one over the own radio of those that are not there. One search serves all of them.
struct MoveRound: Sendable {
    let daemon: Daemon
    let accessories: [Accessory]
    /// Gets every progress but the last one.
    var notify: @Sendable (MoveProgress) -> Void = { _ in }

    /// The last progress; nil if there was nothing to move.
    func run() async -> MoveProgress? {
        var last: MoveProgress?
        var left: [(accessory: Accessory, end: MoveWalk.End)] = []
        await withTaskGroup(of: (Accessory, MoveWalk.End?).self) { group in
            for accessory in accessories.prefix(Self.atOnce) { group.addTask { (accessory, await run(accessory)) } }
            var waiting = accessories.dropFirst(Self.atOnce)
            for await (accessory, now) in group {
                if let next = waiting.popFirst() { group.addTask { (next, await run(next)) } }
                guard let now else { continue }
                if now.isWorthFallback { left.append((accessory, now)) } else { report(accessory, now, &last) }
            }
        }
        let radios = await FallbackSearch(daemon: daemon).find(left.map(\.accessory.id))
        for (accessory, before) in left {
            var now: MoveWalk.End?
            if let found = radios[accessory.id] { now = await run(accessory, found) }
            report(accessory, now ?? before, &last)
        }
        return last
    }

    private func report(_ accessory: Accessory, _ end: MoveWalk.End, _ last: inout MoveProgress?) {
        if let last { notify(last) }
        last = MoveProgress(accessory, end)
    }

    private static let atOnce = 4

    private func run(_ accessory: Accessory, _ found: NewAccessories.Found? = nil) async -> MoveWalk.End? {
        await MoveRun(daemon: daemon, accessory: accessory, found: found, notify: notify).run()
    }
}
