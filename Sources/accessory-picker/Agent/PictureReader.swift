// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import LabelReading
import NIOPosix
import Synchronization

/// Reads the pictures of labels that pages send, one at a time: each takes much memory.
final class PictureReader: Sendable {
    /// Bytes of one picture. The page makes a larger one smaller.
    static let limit = 8 << 20
    /// 12 million pixels take 130 MB. The unit's MemoryMax counts the child process, too.
    static let usualLimits = LabelPicture.Limits(memory: 192 << 20, processorTime: 8, time: .seconds(10))
    /// Waits for the child process, which would block the server's own thread.
    private static let thread: NIOThreadPool = {
        let thread = NIOThreadPool(numberOfThreads: 1)
        thread.start()
        return thread
    }()

    /// For the picture of another session. The server gives up a request that it has not read by then (`WebServer`), and the page asks
    /// again.
    static let usualPatience: Duration = .seconds(10)

    private struct Place {
        var turns = PictureTurns()
        var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    }

    private let limits: LabelPicture.Limits
    private let patience: Duration
    private let place = Mutex(Place())

    init(limits: LabelPicture.Limits = usualLimits, patience: Duration = usualPatience) {
        (self.limits, self.patience) = (limits, patience)
    }

    /// Waits while the picture of another session is read. False if one of this session is, too many wait, or the time is over.
    /// After true, `end` must follow.
    func begin(for session: String) async -> Bool {
        let (turn, isUp) = AsyncStream.makeStream(of: Never.self)
        let answer = place.withLock { place in
            let answer = place.turns.ask(session)
            if case .later(let number) = answer { place.waiting[number] = isUp }
            for (number, continuation) in place.waiting where !place.turns.has(number) {
                place.waiting[number] = nil
                continuation.finish()
            }
            return answer
        }
        switch answer {
        case .now: return true
        case .refused: return false
        case .later(let number):
            await withTaskGroup { group in
                group.addTask { for await _ in turn {} }
                group.addTask { [patience] in try? await ContinuousClock().sleep(for: patience) }
                await group.next()
                group.cancelAll()
            }
            return place.withLock { place in
                place.waiting[number] = nil
                return place.turns.claim(number)
            }
        }
    }

    func end() {
        place.withLock { place in
            guard let number = place.turns.end() else { return }
            place.waiting.removeValue(forKey: number)?.finish()
        }
    }

    /// The only label in the picture. Throws `invalidRequest` if there is none, with a field that the page has a text for.
    func label(_ bytes: [UInt8]) async throws -> Label {
        guard let form = LabelPicture.Form(bytes) else {
            throw AccessoryError(.invalidRequest, "the picture is neither PNG nor JPEG", field: "picture.form")
        }
        let picture = LabelPicture(form, bytes, limits: limits)
        do {
            return try await Self.thread.runIfActive { try picture.label() }
        } catch let fault as LabelPictureFault {
            throw AccessoryError(.invalidRequest, fault.description, field: Self.field(fault))
        }
    }

    private static func field(_ fault: LabelPictureFault) -> String {
        switch fault {
        case .noDecoder: "picture.decoder"
        case .unreadable, .system: "picture.unreadable"
        case .tooLong: "picture.long"
        case .nothing: "picture.nothing"
        case .several: "picture.several"
        case .label: "label"
        }
    }
}
