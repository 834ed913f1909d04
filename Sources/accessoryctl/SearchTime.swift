// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How long to look: a length of time, or one of the names that the field has for some.
enum SearchTime: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    case bounded(TimeLength)
    case unbounded

    static let standard = SearchTime.bounded(TimeLength(seconds: 30))

    init?(argument: String) {
        switch argument {
        case "short": self = .bounded(TimeLength(seconds: 60))
        case "medium": self = .bounded(TimeLength(seconds: 120))
        case "long": self = .bounded(TimeLength(seconds: 300))
        case "unbounded": self = .unbounded
        case _:
            guard let length = TimeLength(argument: argument) else { return nil }
            self = .bounded(length)
        }
    }

    /// Nil when there is no end.
    var length: TimeLength? {
        switch self {
        case .bounded(let length): length
        case .unbounded: nil
        }
    }

    var description: String { length?.description ?? "unbounded" }
}
