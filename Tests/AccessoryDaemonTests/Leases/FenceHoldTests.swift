// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import LinkCalls
import Synchronization
import Testing

@testable import AccessoryDaemon

/// A clock on which a pause ends, and patience does when a test wants it: this machine may be slow.
private final class PatientClock: Clock {
    let isOver = Mutex(false)

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let isLong = now.duration(to: deadline) > .seconds(2)
        let end = !isLong ? deadline : isOver.withLock { $0 } ? .now : deadline + .seconds(3600)
        try await ContinuousClock().sleep(until: end, tolerance: tolerance)
    }
}

/// A lease's connection to accessory-link.
@Suite(.timeLimit(.minutes(5))) struct FenceHoldTests {
    private let fence: Fence = {
        var fence = Fence()
        let identity = Identity(
            uid: 1000, user: "tester", unit: "camera.service", cgroup: "system.slice/camera.service")
        fence.admit(Fence.Holder(identity, proof: nil))
        return fence
    }()

    @Test func renewsTheFenceWhileTheAccessoryIsBeingLeft() async throws {
        try await Agent.run(callers: []) { agent in
            let link = try LinkPeer(agent)
            let hold = FenceHold(path: "\(agent.directory)/link.socket", clock: PatientClock()) {}
            let standing = await hold.fence("wlan0", fence, isEarly: false)
            try #require(standing.kind == .cgroup)
            hold.leave()
            await hold.open { for await _ in link.orders where link.fences.count == 3 { break } }
            #expect(link.fences.map(\.early) == [nil, true, true])
            #expect(Set(link.fences.map(\.interface)) == ["wlan0"])
            #expect(link.fences.allSatisfy { $0.subjects == link.fences.first?.subjects })
        }
    }

    @Test func keepsTheFenceWhileAnAnswerIsLate() async throws {
        let (released, release) = AsyncStream.makeStream(of: Never.self)
        try await Agent.run(callers: []) { agent in
            let orders = Mutex(0)
            let link = try LinkPeer(agent) { _ in
                let number = orders.withLock { orders in
                    orders += 1
                    return orders
                }
                if number == 2 { for await _ in released {} }
                return FenceState(sent: 0, received: 0, refused: 0, keptOut: 0, refusals: [])
            }
            let clock = PatientClock()
            let hold = FenceHold(path: "\(agent.directory)/link.socket", clock: clock) {}
            try #require(await hold.fence("wlan0", fence, isEarly: false).kind == .cgroup)
            clock.isOver.withLock { $0 = true }
            let late = await hold.fence("wlan0", fence, isEarly: false)
            #expect(late.kind == .none && late.reason != nil && link.opened.isEmpty)
            clock.isOver.withLock { $0 = false }
            release.finish()
            let next = await hold.fence("wlan0", fence, isEarly: false)
            #expect(next.kind == .cgroup && link.fences.count == 3 && link.opened.isEmpty)
        }
    }

    @Test func endsTheFenceOnceTheAccessoryIsLeft() async throws {
        try await Agent.run(callers: []) { agent in
            let link = try LinkPeer(agent)
            let hold = FenceHold(path: "\(agent.directory)/link.socket", clock: PatientClock()) {}
            _ = await hold.fence("wlan0", fence, isEarly: true)
            hold.leave()
            await hold.open { #expect(link.opened.isEmpty) }
            #expect(link.opened == ["wlan0"] && link.fences.count == 1)
        }
    }
}
