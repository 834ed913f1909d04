// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The processes below one process, in all groups and sessions that they made.
enum ProcessTree {
    /// Sends a signal to each of them that exists now.
    static func send(_ signal: Int32, below root: pid_t) {
        var children: [pid_t: [pid_t]] = [:]
        for (process, parent) in all() { children[parent, default: []].append(process) }
        var reached: Set = [root]
        var open = [root]
        while let parent = open.popLast() {
            for process in children[parent] ?? [] where reached.insert(process).inserted {
                open.append(process)
                let pinned = linux_pidfd_open(process)
                guard pinned >= 0 else { continue }
                defer { close(pinned) }
                // Another process may have got the number since the list was made.
                if let now = self.parent(of: process), reached.contains(now) { _ = linux_signal(pinned, signal) }
            }
        }
    }

    private static func all() -> [(process: pid_t, parent: pid_t)] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [(pid_t, pid_t)] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let process = pid_t(name), let parent = parent(of: process) { found.append((process, parent)) }
        }
        return found
    }

    /// proc_pid_stat(5): the number, the program's name in brackets, the state, the parent.
    private static func parent(of process: pid_t) -> pid_t? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[bracket..<count].dropFirst().split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }
}
