// SPDX-License-Identifier: Apache-2.0

/// Everything that the other side of a connection could make grow, with its limit.
package enum MessageLimits {
    /// Bytes of one message, without the NUL that ends it.
    package static let messageBytes = 1 << 20
    /// Objects and arrays inside one another; the message itself is the first.
    package static let depth = 32
    /// Calls that were sent ahead and have not been taken yet.
    ///
    /// Reading never pauses, because a pause would hide the end of the connection. So a peer that exceeds this, or
    /// ``waitingCallBytes``, is dropped.
    package static let waitingCalls = 1024
    /// Bytes of the calls counted by ``waitingCalls``.
    package static let waitingCallBytes = 2 << 20
    /// Bytes kept for a peer that does not read, on top of what the kernel keeps.
    package static let outgoingBytes = 4 << 20
    /// Messages kept for a peer that does not read.
    package static let outgoingMessages = 1024
    /// Replies to one `more` call that the client program has not read yet.
    package static let waitingReplies = 8192
    /// Bytes of the replies counted by ``waitingReplies``. One reply may be as large as a message.
    package static let waitingReplyBytes = 16 << 20
    /// Accepted connections that the daemon has not taken yet, if the process may have enough descriptors.
    package static let waitingConnections = 1024

    /// Open connections of one user, or of one user's subordinate uids, on one socket.
    package static let connectionsOfOwner = 1024
    /// A user with fewer connections than this gets one as long as there is any.
    package static let fewConnections = 16
    /// Bytes that one user's connections on one socket keep, of messages that are not whole, not taken or not read yet.
    package static let bytesOfOwner = 8 << 20
    /// The same for all users.
    package static let bytesOfSocket = 64 << 20

    /// Open connections on a socket for people and tools, in a process that may have so many descriptors.
    package static func connections(descriptors: Int) -> Int {
        min(connectionsOfOwner, max(fewConnections, descriptors / 16))
    }
}
