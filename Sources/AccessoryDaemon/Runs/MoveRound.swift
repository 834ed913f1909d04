// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The moves of several accessories, one after the other: over the home network first, and then over the own radio of those
/// that are not there. One search serves all of them.
struct MoveRound: Sendable {
    let daemon: Daemon
    let accessories: [Accessory]
    var notify: @Sendable (MoveProgress) -> Void = { _ in }

    /// - Parameter end: gets each accessory's last progress.
    func run(_ end: (MoveProgress) throws -> Void) async rethrows {
        var left: [(accessory: Accessory, end: MoveWalk.End)] = []
        for accessory in accessories {
            guard let now = await run(accessory) else { continue }
            if now.isWorthFallback { left.append((accessory, now)) } else { try end(MoveProgress(accessory, now)) }
        }
        let sources = await FallbackSearch(daemon: daemon).find(left.map(\.accessory.id))
        for (accessory, before) in left {
            var now: MoveWalk.End?
            if let source = sources[accessory.id] { now = await run(accessory, source) }
            try end(MoveProgress(accessory, now ?? before))
        }
    }

    private func run(_ accessory: Accessory, _ source: NewAccessories.Source? = nil) async -> MoveWalk.End? {
        await MoveRun(daemon: daemon, accessory: accessory, source: source, notify: notify).run()
    }
}
