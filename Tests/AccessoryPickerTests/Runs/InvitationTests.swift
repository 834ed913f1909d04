// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct InvitationTests {
    private let start = ContinuousClock.now
    private let asked = Invitation.Event.asked(app: "Camera", isWatched: false)

    @Test func notifiesAndOpensThePageWhenAnAppAsks() {
        var invitation = Invitation()
        #expect(invitation.receive(asked, at: start) == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test func opensNoSecondPageWhileABrowserShowsOne() {
        var invitation = Invitation()
        let watched = Invitation.Event.asked(app: "Camera", isWatched: true)
        #expect(invitation.receive(watched, at: start) == [.notify(app: "Camera")])
    }

    @Test func opensNoSecondPageWhileTheBrowserStarts() {
        var invitation = Invitation()
        _ = invitation.receive(asked, at: start)
        _ = invitation.receive(.ended, at: start)
        #expect(invitation.receive(asked, at: start + Invitation.browserTime / 2) == [.notify(app: "Camera")])
    }

    @Test func opensThePageAgainWhenTheBrowserNeverCame() {
        var invitation = Invitation()
        _ = invitation.receive(asked, at: start)
        _ = invitation.receive(.ended, at: start)
        let again = invitation.receive(asked, at: start + Invitation.browserTime)
        #expect(again == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test(arguments: [Invitation.Event.unwatched, .browserFailed])
    func opensThePageAgainOnceItIsGone(event: Invitation.Event) {
        var invitation = Invitation()
        _ = invitation.receive(asked, at: start)
        #expect(invitation.receive(event, at: start).isEmpty)
        _ = invitation.receive(.ended, at: start)
        #expect(invitation.receive(asked, at: start) == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test func withdrawsTheNotificationWhenTheRequestEnds() {
        var invitation = Invitation()
        #expect(invitation.receive(.ended, at: start).isEmpty)
        _ = invitation.receive(asked, at: start)
        #expect(invitation.receive(.ended, at: start) == [.withdrawNotification])
        #expect(invitation.receive(.ended, at: start).isEmpty)
    }

    @Test func replacesTheNotificationOfAnEarlierRequest() {
        var invitation = Invitation()
        _ = invitation.receive(asked, at: start)
        let next = invitation.receive(.asked(app: "Plug", isWatched: true), at: start)
        #expect(next == [.withdrawNotification, .notify(app: "Plug")])
    }

    @Test(arguments: PageView.allCases)
    func opensThePageWheneverThePersonWantsIt(view: PageView) {
        var invitation = Invitation()
        #expect(invitation.receive(.wanted(view), at: start) == [.open(view)])
        #expect(invitation.receive(.wanted(view), at: start) == [.open(view)])
    }
}
