// SPDX-License-Identifier: Apache-2.0

/// What came of a `LampOrder`. As JSON: `{"lamp":"shown"}`.
package struct LampAnswer: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        /// The lamp is as it was before.
        case shown
        /// The device has no lamp, or keeps its calls behind a password.
        case none
        /// It did not answer.
        case silent
        /// It did not take the last request: its lamp may be the other way now.
        case left
    }

    package var lamp: Outcome

    package init(_ outcome: Outcome) { lamp = outcome }
}
