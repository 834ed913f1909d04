// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging

/// One line for each message on standard error, with the priority prefix that the journal understands (sd-daemon(3)),
/// and without a time of its own: whoever collects the lines stamps them.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    init(level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(Self.priority(event.level))>" : "accessoryd: \(event.level): "
        var line = Array("\(prefix)\(event.message)\n".utf8)
        // One write for a line, so that lines of different threads do not mix.
        write(STDERR_FILENO, &line, line.count)
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
