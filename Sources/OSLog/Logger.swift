// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes an app's messages as lines to its standard error. Below systemd each line has the priority that the journal
/// keeps, and debug messages are in the journal, too.
public struct Logger: Sendable {
    private let origin: String

    /// A logger without a subsystem.
    public init() { origin = "" }

    /// A logger whose lines begin with the subsystem and the category.
    public init(subsystem: String, category: String) { origin = "\(subsystem) \(category): " }

    /// Writes a message of the level `default`.
    public func log(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message of this level.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
    /// Writes a message of the level `debug`.
    public func trace(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message of the level `debug`.
    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) { write(.info, message) }
    /// Writes a message of the level `default`.
    public func notice(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message of the level `error`.
    public func warning(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message of the level `fault`.
    public func critical(_ message: OSLogMessage) { write(.fault, message) }
    /// Writes a message of the level `fault`.
    public func fault(_ message: OSLogMessage) { write(.fault, message) }

    private func write(_ level: OSLogType, _ message: OSLogMessage) {
        let bytes = Array(lines(level, message, inJournal: getenv("JOURNAL_STREAM") != nil).utf8)
        // Nobody can be notified of a log that cannot be written.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Each line of a message has the priority, as sd-daemon(3) defines it.
    func lines(_ level: OSLogType, _ message: OSLogMessage, inJournal: Bool) -> String {
        let prefix = (inJournal ? "<\(level.priority)>" : "") + origin
        return message.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "\(prefix)\($0)\n" }.joined()
    }
}
