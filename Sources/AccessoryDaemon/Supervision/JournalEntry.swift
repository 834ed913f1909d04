// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux
import FoundationEssentials
import Glibc
package import Logging

/// One message as systemd's journal takes it (https://systemd.io/JOURNAL_NATIVE_PROTOCOL), with fields for its app,
/// accessory and plan.
package struct JournalEntry: Hashable, Sendable {
    /// Where the journal listens.
    package static let socket = "/run/systemd/journal/socket"

    package let datagram: [UInt8]

    package init(_ message: String, level: Logger.Level, of program: String, _ metadata: Logger.Metadata = [:]) {
        // One line, whatever text others put into it; escaped here, as in the lines of standard error.
        var fields = [
            ("MESSAGE", message.printable), ("PRIORITY", String(level.priority)), ("SYSLOG_IDENTIFIER", program),
        ]
        for key in ["app", "accessory", "plan"] {
            if let value = metadata[key] { fields.append(("ACCESSORYD_" + key.uppercased(), "\(value)")) }
        }
        datagram = fields.flatMap { Self.encoded($0, $1) }
    }

    /// A value of several lines is sent with its length.
    private static func encoded(_ name: String, _ value: String) -> [UInt8] {
        let bytes = Array(value.utf8)
        guard bytes.contains(UInt8(ascii: "\n")) else { return Array("\(name)=".utf8) + bytes + [0x0a] }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
        return Array("\(name)\n".utf8) + length + bytes + [0x0a]
    }

    /// Sends the entry. Returns whether the journal has it.
    package func send(to socket: String = Self.socket) -> Bool {
        linux_send_datagram(socket, datagram, datagram.count) == 0
    }

    /// Whether this descriptor is the journal's: `$JOURNAL_STREAM` is its device and inode (systemd.exec(5)). The
    /// variable stays in the environment even if standard error goes elsewhere.
    package static func isBehind(_ descriptor: Int32, stream: String?) -> Bool {
        let numbers = stream?.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) } ?? []
        var status = stat()
        guard numbers.count == 2, fstat(descriptor, &status) == 0 else { return false }
        return numbers[0] == UInt64(status.st_dev) && numbers[1] == UInt64(status.st_ino)
    }
}

extension Logger.Level {
    /// syslog(3)'s.
    package var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
