// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import Logging

/// Sends messages with fields to systemd's journal. Messages that the journal does not take go to standard error, which
/// leads there too.
struct JournalLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level { didSet { lines.logLevel = logLevel } }
    private var lines: StandardErrorLog

    init(level: Logger.Level) {
        logLevel = level
        lines = StandardErrorLog(level: level, isJournal: true)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        let entry = JournalEntry("\(event.message)", level: event.level, of: "accessoryd", metadata)
        if !entry.send() { lines.log(event: event) }
    }
}
