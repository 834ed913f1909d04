// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The moves of several accessories: over the home network first, a few at a time, since one that is not there is looked for
/// almost a minute; and then one by one over the own radio of those that are not there. One search serves all of them.
struct MoveRound: Sendable {
    let daemon: Daemon
    let accessories: [Accessory]
    var notify: @Sendable (MoveProgress) -> Void = { _ in }

    /// - Parameter end: gets each accessory's last progress.
    func run(_ end: (MoveProgress) throws -> Void) async rethrows {
        var left: [(accessory: Accessory, end: MoveWalk.End)] = []
        try await withThrowingTaskGroup(of: (Accessory, MoveWalk.End?).self) { group in
            func finishOne() async throws -> Bool {
                guard let (accessory, now) = try await group.next() else { return false }
                guard let now else { return true }
                if now.isWorthFallback { left.append((accessory, now)) } else { try end(MoveProgress(accessory, now)) }
                return true
            }
            for (number, accessory) in accessories.enumerated() {
                if number >= Self.atOnce { _ = try await finishOne() }
                group.addTask { (accessory, await run(accessory)) }
            }
            while try await finishOne() {}
        }
        let sources = await FallbackSearch(daemon: daemon).find(left.map(\.accessory.id))
        for (accessory, before) in left {
            var now: MoveWalk.End?
            if let source = sources[accessory.id] { now = await run(accessory, source) }
            try end(MoveProgress(accessory, now ?? before))
        }
    }

    private static let atOnce = 4

    private func run(_ accessory: Accessory, _ source: NewAccessories.Source? = nil) async -> MoveWalk.End? {
        await MoveRun(daemon: daemon, accessory: accessory, source: source, notify: notify).run()
    }
}
