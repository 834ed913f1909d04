// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import Synchronization

/// What every page of the session shows: changed in one place, and sent whole to every listener.
final class Board: Sendable {
    struct Contents: Encodable, Hashable, Sendable {
        /// The reason why the agent cannot be reached; nil while it can.
        var away: String?
        var picker = PageState()
        var accessories = AccessoryShelf()
        var addition = Addition()
        /// The network that this machine is on, by its profile's name. Nil if there is none, or if this picker may not know.
        var home: String?
        /// This process is about to end.
        var isOver = false
        /// The join that cuts the reader's own way to this page; different from reader to reader.
        fileprivate(set) var cut: PageCut?

        fileprivate func seen(from interface: String?, mayNotAdd refusal: AddRefusal? = nil) -> Contents {
            var contents = self
            contents.cut = PageCut(by: picker, of: interface)
            if let refusal { contents.addition.refuse(refusal) }
            return contents
        }
    }

    typealias Stream = AsyncStream<String>

    /// A browser has a connection for each of its windows. No person has more windows than this.
    static let streamLimit = 8

    private struct Reader {
        let id: Int
        let continuation: Stream.Continuation
        /// Where its connection arrives.
        let interface: String?
        let refusal: AddRefusal?

        func show(_ contents: Contents) {
            continuation.yield(Board.text(contents.seen(from: interface, mayNotAdd: refusal)))
        }

        func isCut(by contents: Contents) -> Bool {
            contents.picker.chosen != nil && contents.seen(from: interface).cut != nil
        }
    }

    private struct Inside {
        var contents = Contents()
        var readers: [Reader] = []
        var next = 0
        /// A join cut the way of the last reader, who comes back with the uplink.
        var isAwaited = false
        /// The presentation whose end a page has shown.
        var shown: String?

        /// A join cuts this reader's way, and no page has shown how it ended.
        func isCut(_ reader: Reader) -> Bool {
            let isOver = contents.picker.mode == .finished && contents.picker.presentation == shown
            return !isOver && reader.isCut(by: contents)
        }
    }

    private let inside = Mutex(Inside())
    private let unwatched: @Sendable () -> Void

    /// - Parameter unwatched: called when the last stream's reader is gone.
    init(unwatched: @escaping @Sendable () -> Void = {}) { self.unwatched = unwatched }

    var contents: Contents { inside.withLock { $0.contents } }

    var isWatched: Bool { inside.withLock { !$0.readers.isEmpty } }

    /// Nobody reads now, but the last reader did not leave: a join cut its way.
    var isAwaited: Bool { inside.withLock { $0.isAwaited } }

    /// The last reader did not come back.
    func stopAwaiting() { inside.withLock { $0.isAwaited = false } }

    /// A page shows the contents, in which this presentation is over. A connection alone is no sign of that: it may be an
    /// attempt that the page has given up, and that arrives when the way is open again.
    func isShown(_ presentation: String) { inside.withLock { $0.shown = presentation } }

    /// Keeps the suggested name where the question for it cannot reach a reader before it is over: a radio stays at the
    /// accessory until the name is settled. Returns the answer for the agent.
    func keepNameUnasked() -> AnswerRequest? {
        inside.withLock { inside in
            let readers = inside.readers
            guard readers.isEmpty ? inside.isAwaited : readers.allSatisfy(inside.isCut),
                let answer = inside.contents.picker.keepNameUnasked()
            else { return nil }
            for reader in inside.readers { reader.show(inside.contents) }
            return answer
        }
    }

    @discardableResult
    func change<R>(_ body: (inout Contents) throws -> R) rethrows -> R {
        try inside.withLock { inside in
            let before = inside.contents
            let result = try body(&inside.contents)
            if inside.contents != before {
                for reader in inside.readers { reader.show(inside.contents) }
            }
            return result
        }
    }

    /// Sends the contents now and at every change. A slow reader misses contents that are out of date. If there are too
    /// many streams, the oldest ends.
    ///
    /// - Parameters:
    ///   - interface: where the reader's connection arrives.
    ///   - refusal: why this reader may add nothing.
    func listen(
        arrivingAt interface: String? = nil, mayNotAdd refusal: AddRefusal? = nil
    ) -> (id: Int, stream: Stream) {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = inside.withLock { inside in
            inside.next += 1
            let reader = Reader(id: inside.next, continuation: continuation, interface: interface, refusal: refusal)
            inside.readers.append(reader)
            inside.isAwaited = false
            if inside.readers.count > Self.streamLimit { inside.readers[0].continuation.finish() }
            reader.show(inside.contents)
            return reader.id
        }
        return (id, stream)
    }

    /// Repeats the last contents of the stream: its reader sees that it is alive.
    func show(again id: Int) {
        inside.withLock { inside in
            inside.readers.first { $0.id == id }?.show(inside.contents)
        }
    }

    /// The stream's reader is gone.
    func leave(_ id: Int) {
        let isLast = inside.withLock { inside in
            guard let index = inside.readers.firstIndex(where: { $0.id == id }) else { return false }
            let reader = inside.readers.remove(at: index)
            if inside.readers.isEmpty { inside.isAwaited = inside.isCut(reader) }
            return inside.readers.isEmpty
        }
        if isLast { unwatched() }
    }

    /// Ends every page's stream, after the last contents sent on it.
    func endStreams() {
        inside.withLock { inside in
            for reader in inside.readers { reader.continuation.finish() }
        }
    }

    private static func text(_ contents: Contents) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All of it is our own strings, numbers and arrays: an encoder refuses none of them.
        guard let data = try? encoder.encode(contents) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
