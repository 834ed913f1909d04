// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import LinkCalls
import Testing

@testable import AccessoryDaemon

/// A clock on which a pause ends, and nobody's patience does: this machine may be slow.
private struct PatientClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let isPause = now.duration(to: deadline) < .seconds(2)
        try await ContinuousClock().sleep(until: isPause ? deadline : deadline + .seconds(3600), tolerance: tolerance)
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
