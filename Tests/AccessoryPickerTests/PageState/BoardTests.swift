// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Synchronization
import Testing

@testable import accessory_picker

@Suite struct BoardTests {
    @Test func aSlowReaderMissesWhatIsNoLongerTrue() async {
        let board = Board()
        let (_, stream) = board.listen()
        for number in 1...100 { board.change { $0.away = "\(number)" } }
        board.endStreams()
        var received: [String] = []
        for await text in stream { received.append(text) }
        #expect(received.count == 1)
        #expect(received.first?.contains(#""away":"100""#) == true)
    }

    @Test func eachReaderGetsItsOwnReasonToAddNothing() async {
        let board = Board()
        let (_, first) = board.listen()
        let (_, second) = board.listen(mayNotAdd: .phone(command: "let it"))
        board.endStreams()
        for (stream, isRefused) in [(first, false), (second, true)] {
            for await text in stream { #expect(text.contains(#""refusal":{"command":"let it"}"#) == isRefused) }
        }
    }

    @Test func sendsNothingWhenNothingChanged() async {
        let board = Board()
        let (id, stream) = board.listen()
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next()
        board.change { $0.away = nil }
        board.endStreams()
        let more = await iterator.next()
        #expect(more == nil)
        board.leave(id)
    }

    @Test func reportsThatNobodyLooksAnyMore() {
        let times = Mutex(0)
        let board = Board { times.withLock { $0 += 1 } }
        let (first, _) = board.listen()
        let (second, _) = board.listen()
        #expect(board.isWatched)
        board.leave(first)
        #expect(times.withLock { $0 } == 0)
        board.leave(second)
        #expect(times.withLock { $0 } == 1)
        #expect(!board.isWatched)
    }

    @Test func triesAgainLessAndLessOften() {
        var backOff = BackOff()
        let waits = (0..<10).map { _ in backOff.wait() }
        #expect(waits[0] == .milliseconds(500))
        #expect(waits == waits.sorted())
        #expect(waits.last == BackOff.longest)
        backOff.succeeded()
        let first = backOff.wait()
        #expect(first == .milliseconds(500))
    }

    // MARK: A join that cuts the page

    /// A board with an accessory chosen whose join takes wlan0.
    private func boardWithAChoice() throws -> Board {
        let board = Board()
        let item = PickerItem(
            id: "1", name: "Camera", signal: 80, interface: "wlan0", cuts: "HomeNet", needsPassphrase: false,
            isShared: false, isGone: false)
        board.change {
            _ = $0.picker.receive(PickerUpdate(kind: .items, presentation: "p", appName: "Camera", items: [item]))
            _ = $0.picker.choose("1", of: "p")
        }
        return board
    }

    private func joined() throws -> PickerUpdate {
        PickerUpdate(
            kind: .progress, presentation: "p",
            lease: LeaseUpdate(state: .joined, ssid: try SSID(text: "MyCam-1")))
    }

    private let name = PickerUpdate(
        kind: .question, presentation: "p", question: PickerQuestion(id: "q", kind: .name, name: "Camera"))

    @Test func warnsThePageThatTheJoinCutsAndNoOther() async throws {
        let board = try boardWithAChoice()
        let (_, cut) = board.listen(arrivingAt: "wlan0")
        let (_, other) = board.listen(arrivingAt: "lo")
        board.endStreams()
        var texts: [String] = []
        for await text in cut { texts.append(text) }
        for await text in other { texts.append(text) }
        #expect(texts.map { $0.contains(#""cut":{"interface":"wlan0","network":"HomeNet"}"#) } == [true, false])
    }

    @Test func awaitsThePageThatTheJoinCut() throws {
        let board = try boardWithAChoice()
        let (first, _) = board.listen(arrivingAt: "wlan0")
        #expect(!board.isAwaited)
        board.leave(first)
        #expect(board.isAwaited && !board.isWatched)
        board.change { _ = $0.picker.receive(PickerUpdate(kind: .dismissed, presentation: "p")) }
        let (back, _) = board.listen(arrivingAt: "wlan0")
        #expect(!board.isAwaited && board.isWatched)
        board.isShown("p")
        board.leave(back)
        #expect(!board.isAwaited, "nothing cut the page after its return")
    }

    @Test func awaitsAPageThatConnectedButShowsNothing() throws {
        let board = try boardWithAChoice()
        let (first, _) = board.listen(arrivingAt: "wlan0")
        board.change { _ = $0.picker.receive(PickerUpdate(kind: .dismissed, presentation: "p")) }
        board.leave(first)
        board.isShown("another")
        let (abandoned, _) = board.listen(arrivingAt: "wlan0")
        board.leave(abandoned)
        #expect(board.isAwaited)
    }

    @Test func awaitsNoPageThatLeftByItself() throws {
        let board = try boardWithAChoice()
        let (local, _) = board.listen(arrivingAt: "lo")
        board.leave(local)
        #expect(!board.isAwaited)
        let idle = Board()
        let (id, _) = idle.listen(arrivingAt: "wlan0")
        idle.leave(id)
        #expect(!idle.isAwaited)
    }

    @Test func awaitsAPageUntilItIsGivenUp() throws {
        let board = try boardWithAChoice()
        let (id, _) = board.listen(arrivingAt: "wlan0")
        board.leave(id)
        board.stopAwaiting()
        #expect(!board.isAwaited)
    }

    @Test func asksForANameWhereSomebodyCanAnswer() throws {
        let update = try joined()
        for (interfaces, isKept) in [(["wlan0"], true), (["wlan0", "lo"], false), ([], false)] {
            let board = try boardWithAChoice()
            for interface in interfaces { _ = board.listen(arrivingAt: interface) }
            board.change {
                _ = $0.picker.receive(update)
                _ = $0.picker.receive(name)
            }
            #expect((board.keepNameUnasked() != nil) == isKept)
            #expect(board.contents.picker.mode == (isKept ? .working : .asking))
        }
    }

    @Test func keepsTheNameForAPageThatIsAwaited() throws {
        let board = try boardWithAChoice()
        let (id, _) = board.listen(arrivingAt: "wlan0")
        board.leave(id)
        let update = try joined()
        board.change {
            _ = $0.picker.receive(update)
            _ = $0.picker.receive(name)
        }
        #expect(board.keepNameUnasked()?.accepted == false)
    }
}
