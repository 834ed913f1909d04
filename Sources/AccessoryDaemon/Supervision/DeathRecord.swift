// SPDX-License-Identifier: Apache-2.0

import Glibc
import TrustedFiles

/// The file in which the agent's deaths since the machine's boot stand: the boot, and then seconds. It has all of its length from the
/// beginning, so a full disk does not matter later.
///
/// The service manager reports a death, because a process whose stack has no room left can do nothing more itself.
package enum DeathRecord {
    private static let entries = 16
    private static let size = MemoryLayout<UInt64>.size
    /// The signals of a program that does what it must not, by the names of systemd.exec(5), `$EXIT_STATUS`.
    private static let traps: Set = ["ILL", "TRAP", "ABRT", "BUS", "FPE", "SEGV", "SYS"]

    /// Makes the file if it is not there.
    package static func deaths(in directory: String, boot: String) -> Deaths {
        guard let (seconds, file) = read(directory, boot) else { return Deaths([]) }
        close(file)
        return Deaths(seconds.filter { $0 > 0 }.map { .seconds(Int64(clamping: $0)) })
    }

    /// Writes down that the agent has died just now, in the place of the oldest death, unless it ended in another way.
    ///
    /// - Parameter environment: what systemd gives to the commands of `ExecStopPost=`.
    package static func note(
        _ environment: [String: String], in directory: String, boot: String, at now: Duration
    ) {
        guard isDeath(environment), let (seconds, file) = read(directory, boot) else { return }
        let oldest = seconds.indices.min { seconds[$0] < seconds[$1] } ?? 0
        var second = UInt64(clamping: now.components.seconds)
        _ = pwrite(file, &second, size, off_t((oldest + 1) * size))
        close(file)
    }

    /// Whoever kills it with SIGKILL means it, but for the kernel that has no memory left.
    static func isDeath(_ environment: [String: String]) -> Bool {
        switch environment["SERVICE_RESULT"] {
        case "watchdog", "oom-kill": true
        case "signal", "core-dump": environment["EXIT_STATUS"].map(traps.contains) ?? false
        case _: false
        }
    }

    /// Without a file that can be written there are no deaths. A folder that is not trusted is refused later, with the reason.
    ///
    /// - Parameter boot: the machine's boot, in hexadecimal digits and hyphens. What another one has left is none of this one's.
    private static func read(_ directory: String, _ boot: String) -> (seconds: [UInt64], file: Int32)? {
        guard Trust().objection(toPlace: directory) == nil else { return nil }
        let file = Glibc.open("\(directory)/deaths", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        let length = (1 + entries) * size
        let mark = UInt64(boot.filter(\.isHexDigit).prefix(16), radix: 16) ?? 0
        var values = [UInt64](repeating: 0, count: 1 + entries)
        if pread(file, &values, length, 0) == length, values[0] == mark { return (Array(values.dropFirst()), file) }
        values = [mark] + [UInt64](repeating: 0, count: entries)
        guard pwrite(file, values, length, 0) == length else {
            close(file)
            return nil
        }
        return (Array(values.dropFirst()), file)
    }
}
