// SPDX-License-Identifier: Apache-2.0

/// The word behind a person's order that hands the home network over. Without one, the administrator's file decides.
package enum Warrant: String, Hashable, Sendable, Codable, CaseIterable {
    /// The caller sees this machine's secrets anyway.
    case root
    /// Root lets a phone add accessories, and the hub's service keeps which phone that is.
    case hub
}
