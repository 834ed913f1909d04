// SPDX-License-Identifier: Apache-2.0

/// One line that wpa_supplicant sent back.
package enum EasyConnectMessage: Hashable, Sendable {
    case reply(String)
    /// Without its priority: `DPP-AUTH-SUCCESS init=1`.
    case event(String)

    /// The most bytes of a line. wpa_supplicant's own replies have at most 4096.
    package static let longest = 8192
    /// Messages that wait for a slow reader; the oldest go first.
    package static let mostWaiting = 256
}
