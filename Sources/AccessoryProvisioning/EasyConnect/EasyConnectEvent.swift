// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What happens to a machine of Wi-Fi Easy Connect.
package enum EasyConnectEvent: Hashable, Sendable {
    case began
    case message(EasyConnectMessage)
    /// The wait is over.
    case due
    /// No further message will come.
    case lost
}
