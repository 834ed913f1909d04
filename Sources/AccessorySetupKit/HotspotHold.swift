// SPDX-License-Identifier: Apache-2.0

/// One hotspot that this process joins or has joined, and who waits for it. Pure: `HeldHotspots` performs the effects.
struct HotspotHold {
    typealias Waiter = Int

    enum Effect: Hashable {
        case tell(ASHotspotUpdate)
        case succeed(Waiter, ASHotspotLink)
        case fail(Waiter, NEHotspotConfigurationError)
        /// Ends the call that holds it.
        case close
        /// Nothing comes any more.
        case end
    }

    private(set) var last: ASHotspotUpdate?
    private(set) var link: ASHotspotLink?
    private var waiters: [Waiter] = []

    /// Somebody joins, perhaps not as the first.
    mutating func join(_ waiter: Waiter) -> [Effect] {
        if let link { return [.succeed(waiter, link)] }
        waiters.append(waiter)
        return []
    }

    /// Somebody who joined does not wait any more. What nobody waits for is not joined.
    mutating func cancel(_ waiter: Waiter) -> [Effect] {
        guard let index = waiters.firstIndex(of: waiter) else { return [] }
        waiters.remove(at: index)
        let cancelled = NEHotspotConfigurationError(.unknown, message: "the app gave up joining")
        return [.fail(waiter, cancelled)] + (waiters.isEmpty && link == nil ? [.close] : [])
    }

    mutating func receive(_ update: ASHotspotUpdate) -> [Effect] {
        last = update
        var effects: [Effect] = [.tell(update)]
        switch update.state {
        case .joined:
            guard let link = update.link else { break }
            self.link = link
            effects += waiters.map { .succeed($0, link) }
            waiters = []
        case .left, .restored: link = nil
        case .scanning, .associating, .authenticating, .addressing: break
        }
        return effects
    }

    /// The call that held it has ended.
    mutating func ended(_ error: NEHotspotConfigurationError?) -> [Effect] {
        let wasTold = last?.state == .left || last?.state == .restored
        let why = error ?? NEHotspotConfigurationError(.unknown, message: "the hotspot was left")
        let told: [Effect] = wasTold ? [] : receive(ASHotspotUpdate(.left, error: error))
        defer { waiters = [] }
        return told + waiters.map { .fail($0, why) } + [.end]
    }
}
