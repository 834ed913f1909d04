// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import AccessoryModel
import Glibc
import Logging

/// One line for each message on standard error, without a time: the collector of the lines stamps them. For the journal
/// each line begins with its priority (sd-daemon(3)).
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    /// Whether the lines go to the journal, and not to a person.
    private let isJournal: Bool

    init(level: Logger.Level, isJournal: Bool = false) {
        logLevel = level
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(event.level.priority)>" : "accessoryd: \(event.level): "
        Self.write("\(prefix)\("\(event.message)".printable)\n")
    }

    /// One write for a line, so that lines of different threads do not mix.
    static func write(_ line: String) {
        var line = Array(line.utf8)
        Glibc.write(STDERR_FILENO, &line, line.count)
    }
}
