// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Glibc

/// The zone in which people read and write times: TZ's, or the machine's.
enum LocalZone {
    /// The seconds by which its clocks are ahead of UTC at an instant. FoundationEssentials has no zones but UTC.
    @TaskLocal static var offset: @Sendable (Timestamp) -> Int = { instant in
        var time = time_t(instant.seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    /// The instant at which a day begins here, from its beginning in UTC.
    static func beginning(ofUTC midnight: Timestamp) -> Timestamp {
        // The first look may fall on the other side of a clock change.
        let near = Timestamp(seconds: midnight.seconds - Int64(offset(midnight)))
        return Timestamp(seconds: midnight.seconds - Int64(offset(near)))
    }
}

extension Timestamp {
    static var now: Timestamp { Timestamp(seconds: Int64(Date.now.timeIntervalSince1970)) }

    /// In ISO 8601, in the local zone: `2026-12-24T18:30:00+01:00`.
    var text: String {
        let zone = TimeZone(secondsFromGMT: LocalZone.offset(self)) ?? .gmt
        let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
        return Date(timeIntervalSince1970: Double(seconds)).formatted(style)
    }
}
