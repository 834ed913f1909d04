// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization
import Varlink

/// What the kernel tells of folders (inotify(7)), on the event loop. No thread, no timer; a wake-up only for what is
/// watched.
final class Inotify: Sendable {
    typealias Watch = Int32

    struct Event: Hashable, Sendable {
        /// -1 where the kernel lost events.
        var watch: Watch
        var mask: UInt32
        /// What it happened to inside the folder; nil for the folder itself.
        var name: String?

        func has(_ mask: Int32) -> Bool { self.mask & UInt32(mask) != 0 }
    }

    private let descriptor: Int32
    private let source: Mutex<any DispatchSourceRead>

    /// Throws the reason for which the kernel gives none. `receive` must not block.
    init(_ receive: @escaping @Sendable ([Event]) -> Void) throws(SocketError) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw .system(call: "inotify_init1", subject: "configuration", code: errno) }
        self.descriptor = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: EventLoop.shared.queue)
        source.setEventHandler {
            let events = Self.read(descriptor)
            if !events.isEmpty { receive(events) }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        self.source = Mutex(source)
    }

    deinit {
        source.withLock { $0.cancel() }
    }

    /// Begins to watch a folder, or watches for more than before. Nil when there is none.
    func add(_ path: String, _ mask: Int32) -> Watch? {
        let watch = inotify_add_watch(descriptor, path, UInt32(mask | IN_ONLYDIR | IN_MASK_ADD))
        return watch < 0 ? nil : watch
    }

    /// Without effect where the folder is gone.
    func remove(_ watch: Watch) { inotify_rm_watch(descriptor, watch) }

    private static func read(_ descriptor: Int32) -> [Event] {
        var events: [Event] = []
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = Glibc.read(descriptor, &bytes, bytes.count), count > 0 {
            var rest = bytes[..<count]
            while let event = Event(&rest) { events.append(event) }
        }
        return events
    }
}

extension Inotify.Event {
    /// Takes a `struct inotify_event` off the front.
    fileprivate init?(_ bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= 16 else { return nil }
        let header = bytes.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        self.init(watch: header.wd, mask: header.mask)
        let name = bytes.dropFirst(16).prefix(Int(header.len)).prefix { $0 != 0 }
        if !name.isEmpty { self.name = String(decoding: name, as: UTF8.self) }
        bytes = bytes.dropFirst(16 + Int(header.len))
    }
}
