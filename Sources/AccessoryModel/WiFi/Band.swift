// SPDX-License-Identifier: Apache-2.0

/// The bands of Wi-Fi, by the names that people have for them: GHz.
package enum Band: String, Hashable, Sendable, Codable, CaseIterable {
    case two = "2.4"
    case five = "5"
    case six = "6"

    /// - Parameter frequency: of a channel, in MHz.
    package init(frequency: Int) {
        switch frequency {
        case ..<5000: self = .two
        case ..<5926: self = .five
        case _: self = .six
        }
    }

    /// For a person who gave another one.
    package static let list = "2.4, 5 or 6"
}
