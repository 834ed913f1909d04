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

    private let limits: LabelPicture.Limits
    private let isReading = Mutex(false)

    init(limits: LabelPicture.Limits = usualLimits) { self.limits = limits }

    /// False while a picture is being read. After true, `end` must follow.
    func begin() -> Bool {
        isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
    }

    func end() { isReading.withLock { $0 = false } }

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
