// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TrustedFiles

/// The file in which the agent's deaths stand. It has all of its length from the beginning, so a full disk does not matter later.
package enum DeathRecord {
    private static let entries = 16
    private static let size = MemoryLayout<UInt64>.size

    /// Reads the deaths, and has the next one of this process take the oldest one's place.
    package static func open(in directory: String) -> Deaths {
        let (deaths, file, place) = read(directory)
        // The file stays open as long as the process lives.
        if file >= 0 { _ = linux_note_traps(file, place) }
        return deaths
    }

    /// Without a file that can be written there are no deaths. A folder that is not trusted is refused later, with the reason.
    static func read(_ directory: String) -> (times: Deaths, file: Int32, place: off_t) {
        guard Trust().objection(toPlace: directory) == nil else { return (Deaths([]), -1, 0) }
        let file = Glibc.open("\(directory)/deaths", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        var seconds = [UInt64](repeating: 0, count: entries)
        if file >= 0, pread(file, &seconds, entries * size, 0) != entries * size {
            seconds = [UInt64](repeating: 0, count: entries)
            guard pwrite(file, seconds, entries * size, 0) == entries * size else {
                close(file)
                return (Deaths([]), -1, 0)
            }
        }
        let oldest = seconds.indices.min { seconds[$0] < seconds[$1] } ?? 0
        return (Deaths(seconds.filter { $0 > 0 }.map { .seconds(Int64(clamping: $0)) }), file, off_t(oldest * size))
    }
}
