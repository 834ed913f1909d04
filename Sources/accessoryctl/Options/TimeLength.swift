// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A length of time in people's notation: `30s`, `2m`, `12h`, `30d`, `500ms`; a number alone is seconds.
struct TimeLength: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration

    init(seconds: Int) { duration = .seconds(seconds) }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...86_400_000).contains(number) else { return nil }
        switch argument.dropFirst(digits.count) {
        case "", "s": duration = .seconds(number)
        case "ms": duration = .milliseconds(number)
        case "m", "min": duration = .seconds(number * 60)
        case "h": duration = .seconds(number * 3600)
        case "d": duration = .seconds(number * 86_400)
        case _: return nil
        }
        guard duration <= Self.longest else { return nil }
    }

    /// A hundred years, so that times stay dates of four digits.
    private static let longest = Duration.seconds(36_525 * 86_400)

    /// Rounded up, because the wire has whole seconds.
    var seconds: Int {
        let (seconds, rest) = duration.components
        return Int(seconds) + (rest > 0 ? 1 : 0)
    }

    var description: String {
        duration.components.attoseconds == 0 ? "\(duration.components.seconds)s" : "\(duration / .milliseconds(1))ms"
    }

    /// For a sentence: `90 s`, `2 min`, `1 h`.
    var inWords: String {
        switch seconds {
        case let seconds where seconds % 3600 == 0: "\(seconds / 3600) h"
        case let seconds where seconds % 60 == 0: "\(seconds / 60) min"
        case let seconds: "\(seconds) s"
        }
    }
}
