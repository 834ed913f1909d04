// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import Synchronization

/// The state of all pages: changed in one place, and sent whole to every subscriber.
final class SharedPageState: Sendable {
    typealias Stream = AsyncStream<String>

    /// A browser has a connection for each of its windows. No person has more windows than this.
    static let streamLimit = 8

    /// Those who read the page.
    struct Readers: Hashable, Sendable {
        let areThere: Bool
        /// Nobody reads now, but the last subscriber did not leave: a join cut its way.
        let isAwaited: Bool
        /// The page still shows how the presentation ended. A person who cancelled it knows.
        let seeAnEnd: Bool
    }

    private struct Subscriber {
        let id: Int
        let session: String?
        let continuation: Stream.Continuation
        /// Where its connection arrives.
        let interface: String?
        let refusal: AddRefusal?

        func show(_ state: PageState) {
            continuation.yield(SharedPageState.text(state.seen(from: interface, mayNotAdd: refusal)))
        }

        func isCut(by state: PageState) -> Bool {
            state.picker.chosen != nil && state.seen(from: interface).cut != nil
        }
    }

    private struct Inside {
        var state = PageState()
        var subscribers: [Subscriber] = []
        var next = 0
        /// A join cut the way of the last subscriber, who comes back with the uplink.
        var isAwaited = false
        /// The presentation whose end a page has shown.
        var shown: String?

        /// A join cuts this subscriber's way, and no page has shown how it ended.
        func isCut(_ subscriber: Subscriber) -> Bool {
            let isOver = state.picker.mode == .finished && state.picker.presentation == shown
            return !isOver && subscriber.isCut(by: state)
        }
    }

    private let inside = Mutex(Inside())
    private let unwatched: @Sendable (_ isAwaited: Bool) -> Void

    /// - Parameter unwatched: called when the last stream's subscriber is gone.
    init(unwatched: @escaping @Sendable (_ isAwaited: Bool) -> Void = { _ in }) { self.unwatched = unwatched }

    var current: PageState { inside.withLock { $0.state } }

    var readers: Readers {
        inside.withLock { inside in
            Readers(
                areThere: !inside.subscribers.isEmpty, isAwaited: inside.isAwaited,
                seeAnEnd: inside.state.picker.mode != .waiting)
        }
    }

    /// The last subscriber did not come back.
    func stopAwaiting() { inside.withLock { $0.isAwaited = false } }

    /// A page shows the state in which this presentation is over. A connection alone is no sign of that: it may be an
    /// attempt that the page has given up, and that arrives when the way is open again.
    func isShown(_ presentation: String) { inside.withLock { $0.shown = presentation } }

    /// Keeps the suggested name where the question for it cannot reach a subscriber before it is over: a radio stays at the
    /// accessory until the name is settled. Returns the answer for the agent.
    func keepNameUnasked() -> AnswerRequest? {
        inside.withLock { inside in
            let subscribers = inside.subscribers
            guard subscribers.isEmpty ? inside.isAwaited : subscribers.allSatisfy(inside.isCut),
                let answer = inside.state.picker.keepNameUnasked()
            else { return nil }
            for subscriber in inside.subscribers { subscriber.show(inside.state) }
            return answer
        }
    }

    @discardableResult
    func change<R>(_ body: (inout PageState) throws -> R) rethrows -> R {
        try inside.withLock { inside in
            let before = inside.state
            let result = try body(&inside.state)
            if inside.state != before {
                for subscriber in inside.subscribers { subscriber.show(inside.state) }
            }
            return result
        }
    }

    /// Sends the state now and at every change. A slow subscriber misses states that are out of date. If there are too
    /// many streams, the oldest of the session ends that has the most.
    ///
    /// - Parameters:
    ///   - session: whose stream it is.
    ///   - interface: where the subscriber's connection arrives.
    ///   - refusal: why this subscriber may add nothing.
    func subscribe(
        _ session: String? = nil, arrivingAt interface: String? = nil, mayNotAdd refusal: AddRefusal? = nil
    ) -> (id: Int, stream: Stream) {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = inside.withLock { inside in
            inside.next += 1
            let subscriber = Subscriber(
                id: inside.next, session: session, continuation: continuation, interface: interface, refusal: refusal)
            inside.subscribers.append(subscriber)
            inside.isAwaited = false
            if inside.subscribers.count > Self.streamLimit {
                inside.subscribers.firstOfMost(by: \.session)?.continuation.finish()
            }
            subscriber.show(inside.state)
            return subscriber.id
        }
        return (id, stream)
    }

    /// Repeats the last state of the stream: its subscriber sees that it is alive.
    func show(again id: Int) {
        inside.withLock { inside in
            inside.subscribers.first { $0.id == id }?.show(inside.state)
        }
    }

    /// The stream's subscriber is gone.
    func unsubscribe(_ id: Int) {
        let isAwaited = inside.withLock { inside -> Bool? in
            guard let index = inside.subscribers.firstIndex(where: { $0.id == id }) else { return nil }
            let subscriber = inside.subscribers.remove(at: index)
            guard inside.subscribers.isEmpty else { return nil }
            inside.isAwaited = inside.isCut(subscriber)
            return inside.isAwaited
        }
        if let isAwaited { unwatched(isAwaited) }
    }

    /// Ends every page's stream, after the last state sent on it.
    func endStreams() {
        inside.withLock { inside in
            for subscriber in inside.subscribers { subscriber.continuation.finish() }
        }
    }

    /// The pages show that this process is about to end, and read nothing more.
    func end() {
        change { $0.isOver = true }
        endStreams()
    }

    private static func text(_ state: PageState) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All of it is our own strings, numbers and arrays: an encoder refuses none of them.
        guard let data = try? encoder.encode(state) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
