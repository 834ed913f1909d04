// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import ArgumentParser
import Glibc

/// The time at which access ends: `30d` or `12h` from now, or the beginning of a day: `2026-12-24`.
enum Expiry: Hashable, Sendable, ExpressibleByArgument {
    case after(TimeLength)
    /// The day, by its first second in UTC.
    case day(Timestamp)

    init?(argument: String) {
        if let day = Self.day(argument) {
            self = .day(day)
        } else if argument.last?.isNumber == false, let length = TimeLength(argument: argument) {
            // A number alone could mean days as well as seconds.
            self = .after(length)
        } else {
            return nil
        }
    }

    /// Throws `UsageError` if the time is over already.
    func timestamp(at now: Timestamp) throws(UsageError) -> Timestamp {
        let end =
            switch self {
            case .after(let length): Timestamp(seconds: now.seconds + Int64(length.seconds))
            case .day(let midnight): LocalZone.beginning(ofUTC: midnight)
            }
        guard end > now else { throw UsageError("--expires: \(end.text) is over already; it is \(now.text)") }
        return end
    }

    private static func day(_ text: String) -> Timestamp? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.utf8.count == 10 else { return nil }
        let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int32(part) : nil }
        guard numbers.count == 3 else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        let seconds = timegm(&date)
        // If a year has no 29 February, timegm makes 1 March of it.
        guard [date.tm_year + 1900, date.tm_mon + 1, date.tm_mday] == numbers else { return nil }
        return Timestamp(seconds: Int64(seconds))
    }
}
