// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A listening socket.
package final class Listener: Sendable {
    /// Every accepted connection, for one reader. It ends with ``close()``.
    package let connections: AsyncStream<Socket>

    private let continuation: AsyncStream<Socket>.Continuation
    private let watch: Watch
    private let isClosed = Mutex(false)
    private let made: Made?

    /// The file that this listener made. Only this file is removed, and none that took its place.
    private struct Made: Sendable {
        let path: String
        let device: dev_t
        let inode: ino_t
    }

    /// Makes a socket in the file system, and replaces one that an ended process left.
    ///
    /// - Parameters:
    ///   - mode: exactly this mode, whatever the process's umask; it is never wider, not even for a moment.
    ///   - group: the group of the file, or nil for the process's own.
    ///   - waiting: how many accepted connections the reader may leave waiting.
    package convenience init(
        path: String, mode: UInt32, group: UInt32? = nil, waiting: Int = MessageLimits.waitingConnections
    ) throws(SocketError) {
        let descriptor = try FileDescriptor.stream(for: path)
        try Self.removeStale(path)
        // The new file takes its mode from the socket.
        guard fchmod(descriptor.number, group == nil ? mode : 0) == 0 else {
            throw .system(call: "fchmod", subject: path, code: errno)
        }
        try descriptor.bind(to: path)
        if let group, lchown(path, uid_t.max, group) != 0 {
            throw .system(call: "chown", subject: path, code: errno)
        }
        guard chmod(path, mode) == 0 else { throw .system(call: "chmod", subject: path, code: errno) }
        try descriptor.listen(at: path)
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(call: "lstat", subject: path, code: errno) }
        let made = Made(path: path, device: status.st_dev, inode: status.st_ino)
        self.init(descriptor, made: made, waiting: waiting)
    }

    /// Takes over a listening socket that another process made and passed on; its file is left to that process.
    package convenience init(
        adopting fileDescriptor: Int32, waiting: Int = MessageLimits.waitingConnections
    ) throws(SocketError) {
        let descriptor = FileDescriptor(adopting: fileDescriptor)
        try descriptor.adopt()
        self.init(descriptor, made: nil, waiting: waiting)
    }

    private init(_ descriptor: FileDescriptor, made: Made?, waiting: Int) {
        let (connections, continuation) = AsyncStream.makeStream(
            of: Socket.self, bufferingPolicy: .bufferingOldest(waiting))
        let spare = Mutex(Self.makeSpare())
        watch = EventLoop.shared.watch(descriptor) { _ in
            // The connections' own events come in between, so that a flood of new connections keeps none of them
            // waiting.
            for _ in 0..<64 {
                switch descriptor.accept() {
                case .socket(let accepted): continuation.yield(Socket(accepted))
                case .nothingYet: return
                case .noDescriptorLeft:
                    // Left in the queue, the connection would wake us for ever. So it is taken, and closed.
                    spare.withLock { spare in
                        spare = nil
                        _ = descriptor.accept()
                        spare = Self.makeSpare()
                    }
                    return
                }
            }
        }
        self.connections = connections
        self.continuation = continuation
        self.made = made
        watch.begin(.reading)
    }

    deinit {
        close()
    }

    /// Ends ``connections`` and removes the file, if this listener made it and it is still there.
    package func close() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            isClosed = true
            watch.cancel()
            // After a connection that is being accepted just now.
            EventLoop.shared.perform { [continuation] in continuation.finish() }
            guard let made else { return }
            var status = stat()
            if lstat(made.path, &status) == 0, status.st_dev == made.device, status.st_ino == made.inode {
                unlink(made.path)
            }
        }
    }

    private static func makeSpare() -> FileDescriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : FileDescriptor(adopting: number)
    }

    private static func removeStale(_ path: String) throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        do {
            try FileDescriptor.stream(for: path).connect(to: path)
        } catch .system(_, _, ECONNREFUSED) {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .system(call: "unlink", subject: path, code: errno)
            }
            return
        }
        throw .inUse(path)
    }
}
