// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The search time: a length of time, or one of its names for some lengths.
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

    /// Nil if there is no end.
    var length: TimeLength? {
        switch self {
        case .bounded(let length): length
        case .unbounded: nil
        }
    }

    var description: String { length?.description ?? "unbounded" }
}
