// SPDX-License-Identifier: Apache-2.0

/// How far an accessory is on its way from one home network to another.
package enum MoveState: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has not confirmed that it has the other network.
    case ordered
    /// It has the other network, and has not been seen there.
    case given
}
