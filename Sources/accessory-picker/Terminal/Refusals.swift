// SPDX-License-Identifier: Apache-2.0

/// Links that were tried and refused, as lines for the terminal: the first, the tenth, the hundredth and so on, so that
/// nobody scrolls the link away by trying wrong ones.
struct Refusals: Sendable {
    private var used = 0
    private var unknown = 0

    /// What there is to say of it; nil for one that is counted only.
    mutating func line(_ opening: Gate.Opening) -> String? {
        switch opening {
        case .opened: return "The link was opened; it does not open the page again."
        case .used:
            used += 1
            return Self.line("The used link was tried again and refused", used)
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
