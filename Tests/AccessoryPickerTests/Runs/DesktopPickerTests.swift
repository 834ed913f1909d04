// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct DesktopPickerTests {
    private let start = ContinuousClock.now
    private let asked = DesktopPicker.Event.asked(app: "Camera", isWatched: false)

    @Test func notifiesAndOpensThePageWhenAnAppAsks() {
        var desktop = DesktopPicker()
        #expect(desktop.receive(asked, at: start) == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test func opensNoSecondPageWhileABrowserShowsOne() {
        var desktop = DesktopPicker()
        let watched = DesktopPicker.Event.asked(app: "Camera", isWatched: true)
        #expect(desktop.receive(watched, at: start) == [.notify(app: "Camera")])
    }

    @Test func opensNoSecondPageWhileTheBrowserStarts() {
        var desktop = DesktopPicker()
        _ = desktop.receive(asked, at: start)
        _ = desktop.receive(.ended, at: start)
        #expect(desktop.receive(asked, at: start + DesktopPicker.browserTime / 2) == [.notify(app: "Camera")])
    }

    @Test func opensThePageAgainWhenTheBrowserNeverCame() {
        var desktop = DesktopPicker()
        _ = desktop.receive(asked, at: start)
        _ = desktop.receive(.ended, at: start)
        let again = desktop.receive(asked, at: start + DesktopPicker.browserTime)
        #expect(again == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test(arguments: [DesktopPicker.Event.unwatched, .browserFailed])
    func opensThePageAgainOnceItIsGone(event: DesktopPicker.Event) {
        var desktop = DesktopPicker()
        _ = desktop.receive(asked, at: start)
        #expect(desktop.receive(event, at: start).isEmpty)
        _ = desktop.receive(.ended, at: start)
        #expect(desktop.receive(asked, at: start) == [.notify(app: "Camera"), .open(.picker)])
    }

    @Test func withdrawsTheNotificationWhenTheRequestEnds() {
        var desktop = DesktopPicker()
        #expect(desktop.receive(.ended, at: start).isEmpty)
        _ = desktop.receive(asked, at: start)
        #expect(desktop.receive(.ended, at: start) == [.withdrawNotification])
        #expect(desktop.receive(.ended, at: start).isEmpty)
    }

    @Test func replacesTheNotificationOfAnEarlierRequest() {
        var desktop = DesktopPicker()
        _ = desktop.receive(asked, at: start)
        let next = desktop.receive(.asked(app: "Plug", isWatched: true), at: start)
        #expect(next == [.withdrawNotification, .notify(app: "Plug")])
    }

    @Test(arguments: PageView.allCases)
    func opensThePageWheneverThePersonWantsIt(view: PageView) {
        var desktop = DesktopPicker()
        #expect(desktop.receive(.wanted(view), at: start) == [.open(view)])
        #expect(desktop.receive(.wanted(view), at: start) == [.open(view)])
    }
}
