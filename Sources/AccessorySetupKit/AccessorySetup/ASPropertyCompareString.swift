// SPDX-License-Identifier: Apache-2.0

/// A text, and how it is compared.
public final class ASPropertyCompareString: Sendable {
    /// The text to look for.
    public let string: String
    /// How it is compared. Without options it matches exactly, anywhere in the other text.
    public let compareOptions: String.CompareOptions

    /// Makes one from a text and options such as `[.caseInsensitive, .anchored]`.
    public init(string: String, compareOptions: String.CompareOptions = []) {
        self.string = string
        self.compareOptions = compareOptions
    }
}

extension ASPropertyCompareString: Hashable {
    /// True for the same text and options.
    public static func == (left: ASPropertyCompareString, right: ASPropertyCompareString) -> Bool {
        left.string == right.string && left.compareOptions == right.compareOptions
    }
    /// Hashes the text and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(string)
        hasher.combine(compareOptions.rawValue)
    }
}
