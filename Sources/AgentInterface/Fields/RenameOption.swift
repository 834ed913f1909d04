// SPDX-License-Identifier: Apache-2.0

/// What giving an accessory another name changes beside the name. On the wire these are strings.
package enum RenameOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// The app gives the accessory's network the same name.
    case ssid
}
