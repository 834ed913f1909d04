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
        /// This process is about to end.
        var isOver = false
    }

    typealias Stream = AsyncStream<String>

    /// A browser has a connection for each of its windows. No person has more windows than this.
    static let streamLimit = 8

    private struct Inside {
        var contents = Contents()
        var streams: [(id: Int, continuation: Stream.Continuation)] = []
        var next = 0
    }

    private let inside = Mutex(Inside())
    private let unwatched: @Sendable () -> Void

    /// - Parameter unwatched: called when the last stream's reader is gone.
    init(unwatched: @escaping @Sendable () -> Void = {}) { self.unwatched = unwatched }

    var contents: Contents { inside.withLock { $0.contents } }

    var isWatched: Bool { inside.withLock { !$0.streams.isEmpty } }

    @discardableResult
    func change<R>(_ body: (inout Contents) throws -> R) rethrows -> R {
        try inside.withLock { inside in
            let before = inside.contents
            let result = try body(&inside.contents)
            if inside.contents != before {
                let text = Self.text(inside.contents)
                for stream in inside.streams { stream.continuation.yield(text) }
            }
            return result
        }
    }

    /// Sends the contents now and at every change. A slow reader misses contents that are out of date. If there are too
    /// many streams, the oldest ends.
    func listen() -> (id: Int, stream: Stream) {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = inside.withLock { inside in
            inside.next += 1
            inside.streams.append((inside.next, continuation))
            if inside.streams.count > Self.streamLimit { inside.streams[0].continuation.finish() }
            continuation.yield(Self.text(inside.contents))
            return inside.next
        }
        return (id, stream)
    }

    /// Repeats the last contents of the stream: its reader sees that it is alive.
    func show(again id: Int) {
        inside.withLock { inside in
            _ = inside.streams.first { $0.id == id }?.continuation.yield(Self.text(inside.contents))
        }
    }

    /// The stream's reader is gone.
    func leave(_ id: Int) {
        let isLast = inside.withLock { inside in
            inside.streams.removeAll { $0.id == id }
            return inside.streams.isEmpty
        }
        if isLast { unwatched() }
    }

    /// Ends every page's stream, after the last contents sent on it.
    func endStreams() {
        inside.withLock { inside in
            for stream in inside.streams { stream.continuation.finish() }
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
