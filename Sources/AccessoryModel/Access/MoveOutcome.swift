// SPDX-License-Identifier: Apache-2.0

/// How an accessory's way from one home network to another ended.
package enum MoveOutcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is on the other network.
    case arrived
    /// It has the other network, and this machine cannot see it there, or not yet.
    case given
    /// It was sent the other network, and did not confirm that it has it. The agent tries again.
    case unconfirmed
    /// It is where it was.
    case stays
    /// It is not seen where it was, or nothing confirms that it is the accessory; it was given nothing.
    case notSeen
    /// It takes the other network over its own radio alone, which is not there, or did not take it there. The agent tries
    /// again.
    case waits
    /// It takes no other network while it is on one.
    case cannot
}
