// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit

/// One hotspot that this process joins or has joined, and its waiters. Pure: `HeldHotspots` performs the effects.
struct HotspotHold {
    typealias Waiter = Int

    enum Effect: Hashable {
        case notify(ASHotspotUpdate)
        case succeed(Waiter, ASHotspotLink)
        case fail(Waiter, ASHotspotError)
        /// Ends the call that holds the hotspot.
        case close
        /// Ends the streams: no update will follow.
        case end
        /// Begins anew for a waiter that came when the hold was as good as over.
        case again(Waiter)
    }

    private(set) var last: ASHotspotUpdate?
    private(set) var link: ASHotspotLink?
    private var waiters: [Waiter] = []
    private var latecomers: [Waiter] = []

    private var isOver: Bool { last?.state == .left || last?.state == .restoring || last?.state == .restored }

    /// Adds a waiter, perhaps not the first.
    mutating func join(_ waiter: Waiter) -> [Effect] {
        if let link { return [.succeed(waiter, link)] }
        if isOver { latecomers.append(waiter) } else { waiters.append(waiter) }
        return []
    }

    /// Removes a waiter. A hotspot that nobody waits for is not joined.
    mutating func cancel(_ waiter: Waiter) -> [Effect] {
        let cancelled = ASHotspotError(.unknown, message: "the app gave up joining")
        if let index = latecomers.firstIndex(of: waiter) {
            latecomers.remove(at: index)
            return [.fail(waiter, cancelled)]
        }
        guard let index = waiters.firstIndex(of: waiter) else { return [] }
        waiters.remove(at: index)
        return [.fail(waiter, cancelled)] + (waiters.isEmpty && link == nil ? [.close] : [])
    }

    mutating func receive(_ update: ASHotspotUpdate) -> [Effect] {
        last = update
        var effects: [Effect] = [.notify(update)]
        switch update.state {
        case .joined:
            guard let link = update.link else { break }
            self.link = link
            effects += waiters.map { .succeed($0, link) }
            waiters = []
        case .left, .restoring, .restored: link = nil
        case .scanning, .associating, .authenticating, .addressing: break
        }
        return effects
    }

    /// The call that held the hotspot has ended.
    mutating func ended(_ error: ASHotspotError?) -> [Effect] {
        let wasNotified = isOver
        let why = error ?? ASHotspotError(.unknown, message: "the hotspot was left")
        let notices: [Effect] = wasNotified ? [] : receive(ASHotspotUpdate(.left, error: error))
        defer { (waiters, latecomers) = ([], []) }
        return notices + waiters.map { .fail($0, why) } + [.end] + latecomers.map { .again($0) }
    }
}
