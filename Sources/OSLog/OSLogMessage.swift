// SPDX-License-Identifier: Apache-2.0

/// A text for a ``Logger``, with values in it: `"joined \(ssid, privacy: .public)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    /// Puts a message together.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var text = ""

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Adds a part of the text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value.
        public mutating func appendInterpolation<Value>(
            _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
        ) {
            text += privacy.isHidden ? "<private>" : "\(value())"
        }
    }

    let text: String

    /// A text without values.
    public init(stringLiteral value: String) { text = value }
    /// A text with values.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
