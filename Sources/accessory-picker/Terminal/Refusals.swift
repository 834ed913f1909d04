// SPDX-License-Identifier: Apache-2.0

/// Lines for the terminal about refused links: the first, the tenth, the hundredth and so on. Nobody can scroll the
/// link away by trying wrong ones.
struct Refusals: Sendable {
    private var used = 0
    private var expired = 0
    private var unknown = 0

    /// The line to print; nil if the attempt is only counted.
    mutating func line(_ opening: Sessions.LinkUse) -> String? {
        switch opening {
        case .opened, .returned: return "The link was opened; it does not open the page again."
        case .used:
            used += 1
            return Self.line("The used link was tried again and refused", used)
        case .expired:
            expired += 1
            return Self.line("An expired link was tried and refused", expired)
        case .unknown:
            unknown += 1
            return Self.line("An unknown link was tried and refused", unknown)
        }
    }

    private static func line(_ text: String, _ count: Int) -> String? {
        var power = 1
        while power < count { power *= 10 }
        guard power == count else { return nil }
        return count == 1 ? "\(text)." : "\(text): \(count) times by now."
    }
}
