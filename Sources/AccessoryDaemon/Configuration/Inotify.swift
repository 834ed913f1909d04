// SPDX-License-Identifier: Apache-2.0

import Glibc
import Varlink

/// The kernel's events about folders (inotify(7)), on the event loop. No thread, no timer; a wake-up only for what is
/// watched.
final class Inotify: Sendable {
    /// One folder that is watched.
    typealias Folder = Int32

    struct Event: Hashable, Sendable {
        /// -1 where the kernel lost events.
        var folder: Folder
        var mask: UInt32
        /// The name inside the folder that the event is about; nil for the folder itself.
        var name: String?

        func has(_ mask: Int32) -> Bool { self.mask & UInt32(mask) != 0 }
    }

    private let descriptor: Int32
    private let watch: Watch

    /// Throws the reason if the kernel gives no descriptor. `receive` must not block.
    init(_ receive: @escaping @Sendable ([Event]) -> Void) throws(SocketError) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw .system(call: "inotify_init1", subject: "configuration", code: errno) }
        self.descriptor = descriptor
        watch = EventLoop.shared.whenReadable(adopting: descriptor) {
            let events = Self.read(descriptor)
            if !events.isEmpty { receive(events) }
        }
    }

    deinit {
        watch.cancel()
    }

    /// Begins to watch a folder, or watches for more than before. Nil if there is none.
    func add(_ path: String, _ mask: Int32) -> Folder? {
        let folder = inotify_add_watch(descriptor, path, UInt32(mask | IN_ONLYDIR | IN_MASK_ADD))
        return folder < 0 ? nil : folder
    }

    /// Without effect if the folder is gone.
    func remove(_ folder: Folder) { inotify_rm_watch(descriptor, folder) }

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
        self.init(folder: header.wd, mask: header.mask)
        let name = bytes.dropFirst(16).prefix(Int(header.len)).prefix { $0 != 0 }
        if !name.isEmpty { self.name = String(decoding: name, as: UTF8.self) }
        bytes = bytes.dropFirst(16 + Int(header.len))
    }
}
