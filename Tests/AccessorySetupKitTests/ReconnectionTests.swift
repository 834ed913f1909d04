// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessorySetupKit

struct ReconnectionTests {
    private let gone = SessionLoss.gone("accessoryd is not running")

    @Test func pausesDoubleFromATenthOfASecondToTwo() {
        var reconnection = Reconnection()
        let pauses = (1...7).map { _ in reconnection.lost(gone) }
        #expect(pauses == [100, 200, 400, 800, 1600, 2000, 2000].map { .retry(after: .milliseconds($0)) })
    }

    @Test func waitsForHalfAMinuteAndNotLonger() {
        var reconnection = Reconnection()
        var waited = Duration.zero
        while case .retry(let pause) = reconnection.lost(gone) { waited += pause }
        #expect(waited == .seconds(30))
        #expect(reconnection.lost(gone) == .giveUp)
    }

    @Test func aSilentAttemptCountsTheTimeItTook() {
        var reconnection = Reconnection()
        var attempts = 0
        while case .retry = reconnection.lost(.silent) { attempts += 1 }
        #expect(attempts == 5)
    }

    @Test func aRefusalIsFinal() {
        var reconnection = Reconnection()
        #expect(reconnection.lost(.refused(AccessoryError(.notAuthorized, "no app"))) == .giveUp)
        #expect(reconnection.lost(.strange("no accessoryd")) == .giveUp)
    }

    @Test func anAgentThatIsFullIsTriedAgain() {
        var reconnection = Reconnection()
        #expect(reconnection.lost(.refused(AccessoryError(.busy, "full"))) == .retry(after: .milliseconds(100)))
    }
}
