// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// After an access point that does not let this machine in: another one of the name.
struct LeaseSeekingTests {
    private let paths: LeasePaths

    init() throws { paths = try LeasePaths() }

    @Test(arguments: [JoinFailure.Reason.wrongPassphrase, .rejected, .timedOut, .noAddress, .networkNotFound])
    func triesAnotherOfTheNameAfterALouderTwin(reason: JoinFailure.Reason) throws {
        let camera = paths.network
        let twin = try network("CAM-1", 7, signal: 99)
        let open = try network("CAM-1", 8, signal: 98, security: .open)
        var join = Lease(paths.target)
        for event in [
            .start, .heard(Look(networks: [twin], isComplete: false)), .protected(paths.protection), .journalled,
        ]
            as [Lease.Event]
        { _ = join.receive(event) }
        #expect(join.state == .joining(paths.protection, twin, attempt: 1))
        if reason == .wrongPassphrase { _ = join.receive(.ended(failure(reason))) }
        #expect(join.receive(.ended(failure(reason))).contains { if case .look = $0 { true } else { false } })
        #expect(join.receive(.heard(Look(networks: [open, twin], isComplete: false))) == [])
        let effects = join.receive(.heard(Look(networks: [open, twin, camera], isComplete: false)))
        #expect(effects.last == .join(paths.request))
        #expect(join.state == .joining(paths.protection, camera, attempt: 1))
    }

    @Test func takesThreeRefusalsForAnAnswer() throws {
        var join = paths.join(at: .seeking)
        for number in [7, 8] as [UInt8] {
            let other = try network("CAM-1", number)
            _ = join.receive(.heard(Look(networks: [paths.network, other], isComplete: true)))
            #expect(join.state == .joining(paths.protection, other, attempt: 1))
            _ = join.receive(.ended(failure(.wrongPassphrase)))
            _ = join.receive(.ended(failure(.wrongPassphrase)))
        }
        #expect(join.state == .restoring(paths.protection, because: failure(.wrongPassphrase), attempt: 1))
    }

    @Test func triesTheTwinOfItsAddressOnAnotherChannel() throws {
        var join = paths.join(at: .seeking)
        let camera = try network("CAM-1", frequency: 2437)
        #expect(camera.bssid == paths.network.bssid)
        let effects = join.receive(.heard(Look(networks: [camera], isComplete: false)))
        guard case .join(let request)? = effects.last else {
            Issue.record("it joins nothing")
            return
        }
        #expect(request.network == camera && request.isOnItsChannel && !paths.request.isOnItsChannel)
    }
}
