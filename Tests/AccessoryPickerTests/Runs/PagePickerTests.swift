// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct PagePickerTests {
    private typealias Readers = SharedPageState.Readers
    private let ended = AgentWatch.News.ended(app: "Camera", nil)
    private let reading = Readers(areThere: true, isAwaited: false, seeAnEnd: true)

    private func picker(isOnce: Bool = true) -> PagePicker { PagePicker(port: 0, isOnce: isOnce) }

    @Test func announcesTheLinkAndEachNewOne() {
        var picker = picker()
        #expect(picker.receive(.page(.listening(port: 8080))) == [.announceLink(port: 8080)])
        #expect(picker.receive(.newLink) == [.renewLink, .announceLink(port: 8080)])
    }

    @Test func countsTheRefusedLinksAnewAfterANewLink() {
        var picker = picker()
        let refused = PagePicker.Event.page(.responded(.linkUsed(.unknown)))
        #expect(picker.receive(refused) == [.print("An unknown link was tried and refused.")])
        #expect(picker.receive(refused) == [])
        _ = picker.receive(.newLink)
        #expect(picker.receive(refused) == [.print("An unknown link was tried and refused.")])
    }

    @Test func aPersonReadsHowItEndedBeforeThePickerEnds() {
        var picker = picker()
        #expect(picker.receive(.page(.closed)) == [])
        #expect(picker.receive(.page(.news(ended, reading))) == [.show(ended)])
        #expect(picker.receive(.page(.closed)) == [.leave])
        #expect(picker.receive(.page(.unwatched(isAwaited: false))) == [.end(.success)])
    }

    @Test func endsWithTheStatusOfThePresentation() {
        var picker = picker()
        let error = AccessoryError(.userCancelled, "no")
        let cancelled = AgentWatch.News.ended(app: "Camera", error)
        let done = Readers(areThere: true, isAwaited: false, seeAnEnd: false)
        #expect(picker.receive(.page(.news(cancelled, done))) == [.show(cancelled), .leave])
        #expect(picker.receive(.stop) == [.end(error.code.exitStatus)])
    }

    @Test func waitsForThePageThatTheJoinCutOff() {
        var picker = picker()
        let cut = Readers(areThere: false, isAwaited: true, seeAnEnd: true)
        #expect(picker.receive(.page(.unwatched(isAwaited: true))) == [])
        #expect(picker.receive(.page(.news(ended, cut))) == [.show(ended), .awaitPage])
        #expect(picker.receive(.page(.unwatched(isAwaited: true))) == [.awaitPage])
        #expect(picker.receive(.page(.unwatched(isAwaited: false))) == [.end(.success)])
    }

    @Test func goesOnAfterAPresentationUnlessItIsForOne() {
        var picker = picker(isOnce: false)
        let gone = Readers(areThere: false, isAwaited: false, seeAnEnd: false)
        #expect(picker.receive(.page(.news(ended, gone))) == [.show(ended)])
        #expect(picker.receive(.page(.closed)) == [] && picker.receive(.page(.unwatched(isAwaited: false))) == [])
        #expect(picker.receive(.stop) == [.leave])
        #expect(picker.receive(.stop) == [.end(.success)])
    }

    @Test func endsWithTheFailureOfTheServer() {
        var picker = picker()
        #expect(picker.receive(.page(.failed(AccessoryError(.busy, "the port")))) == [.fail])
        #expect(picker.failure as? AccessoryError == AccessoryError(.busy, "the port"))
    }
}
