// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Synchronization
import Testing

@testable import accessory_picker

@Suite struct SharedPageStateTests {
    @Test func aSlowReaderMissesWhatIsNoLongerTrue() async {
        let page = SharedPageState()
        let (_, stream) = page.subscribe()
        for number in 1...100 { page.change { $0.away = "\(number)" } }
        page.endStreams()
        var received: [String] = []
        for await text in stream { received.append(text) }
        #expect(received.count == 1)
        #expect(received.first?.contains(#""away":"100""#) == true)
    }

    @Test func eachReaderGetsItsOwnReasonToAddNothing() async {
        let page = SharedPageState()
        let (_, first) = page.subscribe()
        let (_, second) = page.subscribe(mayNotAdd: AddRefusal(command: "let it"))
        page.endStreams()
        for (stream, isRefused) in [(first, false), (second, true)] {
            for await text in stream { #expect(text.contains(#""refusal":{"command":"let it"}"#) == isRefused) }
        }
    }

    @Test func sendsNothingWhenNothingChanged() async {
        let page = SharedPageState()
        let (id, stream) = page.subscribe()
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next()
        page.change { $0.away = nil }
        page.endStreams()
        let more = await iterator.next()
        #expect(more == nil)
        page.unsubscribe(id)
    }

    @Test func oneSessionEndsNoStreamOfAnothers() async {
        let page = SharedPageState()
        let (_, phone) = page.subscribe("phone")
        var flood: [SharedPageState.Stream] = []
        for _ in 0..<SharedPageState.streamLimit { flood.append(page.subscribe("flood").stream) }
        page.change { $0.away = "away" }
        page.endStreams()
        var latest: String?
        for await text in phone { latest = text }
        #expect(latest?.contains(#""away":"away""#) == true)
        latest = nil
        for await text in flood[0] { latest = text }
        #expect(latest?.contains(#""away":"away""#) == false, "the flood's oldest has ended")
    }

    @Test func reportsThatNobodyLooksAnyMore() {
        let times = Mutex(0)
        let page = SharedPageState { _ in times.withLock { $0 += 1 } }
        let (first, _) = page.subscribe()
        let (second, _) = page.subscribe()
        #expect(page.readers.areThere)
        page.unsubscribe(first)
        #expect(times.withLock { $0 } == 0)
        page.unsubscribe(second)
        #expect(times.withLock { $0 } == 1)
        #expect(!page.readers.areThere)
    }

    // MARK: A join that cuts the page

    /// A page with an accessory chosen whose join takes wlan0.
    private func pageWithAChoice() throws -> SharedPageState {
        let page = SharedPageState()
        let item = PickerItem(
            id: "1", name: "Camera", signal: 80, interface: "wlan0", cuts: "HomeNet", needsPassphrase: false,
            isShared: false, isGone: false)
        page.change {
            _ = $0.picker.receive(PickerUpdate(kind: .items, presentation: "p", appName: "Camera", items: [item]))
            _ = $0.picker.choose("1", of: "p")
        }
        return page
    }

    private func joined() throws -> PickerUpdate {
        PickerUpdate(
            kind: .progress, presentation: "p",
            lease: LeaseUpdate(state: .joined, ssid: try SSID(text: "MyCam-1")))
    }

    private let name = PickerUpdate(
        kind: .question, presentation: "p", question: PickerQuestion(id: "q", kind: .name, name: "Camera"))

    @Test func warnsThePageThatTheJoinCutsAndNoOther() async throws {
        let page = try pageWithAChoice()
        let (_, cut) = page.subscribe(arrivingAt: "wlan0")
        let (_, other) = page.subscribe(arrivingAt: "lo")
        page.endStreams()
        var texts: [String] = []
        for await text in cut { texts.append(text) }
        for await text in other { texts.append(text) }
        #expect(texts.map { $0.contains(#""cut":{"interface":"wlan0","network":"HomeNet"}"#) } == [true, false])
    }

    @Test func awaitsThePageThatTheJoinCut() throws {
        let page = try pageWithAChoice()
        let (first, _) = page.subscribe(arrivingAt: "wlan0")
        #expect(!page.readers.isAwaited)
        page.unsubscribe(first)
        #expect(page.readers.isAwaited && !page.readers.areThere)
        page.change { _ = $0.picker.receive(PickerUpdate(kind: .dismissed, presentation: "p")) }
        let (back, _) = page.subscribe(arrivingAt: "wlan0")
        #expect(!page.readers.isAwaited && page.readers.areThere)
        page.isShown("p")
        page.unsubscribe(back)
        #expect(!page.readers.isAwaited, "nothing cut the page after its return")
    }

    @Test func awaitsAPageThatConnectedButShowsNothing() throws {
        let page = try pageWithAChoice()
        let (first, _) = page.subscribe(arrivingAt: "wlan0")
        page.change { _ = $0.picker.receive(PickerUpdate(kind: .dismissed, presentation: "p")) }
        page.unsubscribe(first)
        page.isShown("another")
        let (abandoned, _) = page.subscribe(arrivingAt: "wlan0")
        page.unsubscribe(abandoned)
        #expect(page.readers.isAwaited)
    }

    @Test func awaitsNoPageThatLeftByItself() throws {
        let page = try pageWithAChoice()
        let (local, _) = page.subscribe(arrivingAt: "lo")
        page.unsubscribe(local)
        #expect(!page.readers.isAwaited)
        let idle = SharedPageState()
        let (id, _) = idle.subscribe(arrivingAt: "wlan0")
        idle.unsubscribe(id)
        #expect(!idle.readers.isAwaited)
    }

    @Test func awaitsAPageUntilItIsGivenUp() throws {
        let page = try pageWithAChoice()
        let (id, _) = page.subscribe(arrivingAt: "wlan0")
        page.unsubscribe(id)
        page.stopAwaiting()
        #expect(!page.readers.isAwaited)
    }

    @Test func asksForANameWhereSomebodyCanAnswer() throws {
        let update = try joined()
        for (interfaces, isKept) in [(["wlan0"], true), (["wlan0", "lo"], false), ([], false)] {
            let page = try pageWithAChoice()
            for interface in interfaces { _ = page.subscribe(arrivingAt: interface) }
            page.change {
                _ = $0.picker.receive(update)
                _ = $0.picker.receive(name)
            }
            #expect((page.keepNameUnasked() != nil) == isKept)
            #expect(page.current.picker.mode == (isKept ? .working : .asking))
        }
    }

    @Test func keepsTheNameForAPageThatIsAwaited() throws {
        let page = try pageWithAChoice()
        let (id, _) = page.subscribe(arrivingAt: "wlan0")
        page.unsubscribe(id)
        let update = try joined()
        page.change {
            _ = $0.picker.receive(update)
            _ = $0.picker.receive(name)
        }
        #expect(page.keepNameUnasked()?.accepted == false)
    }
}
