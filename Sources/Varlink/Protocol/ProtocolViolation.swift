// SPDX-License-Identifier: Apache-2.0

/// A fault of a peer that ends its connection, and nothing else.
package enum ProtocolViolation: Error, Hashable, Sendable {
    case messageTooLarge(limit: Int)
    case tooDeep(limit: Int)
    case notUTF8
    /// The offset is that of the first byte that JSON does not allow there.
    case notJSON(offset: Int)
    case notAnObject
    /// An object that is no call: `method` missing, or a member of the envelope of the wrong type or given twice.
    case notACall(member: String)
    /// An object that is no reply, or a reply to nothing.
    case notAReply
    case tooManyWaitingCalls(limit: Int)
    /// Together with the peer's other connections; see ``Socket/Keep``.
    case noMemoryLeft
}

extension ProtocolViolation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .messageTooLarge(let limit): "a message is larger than \(limit) bytes"
        case .tooDeep(let limit): "a message is nested deeper than \(limit) levels"
        case .notUTF8: "a message is not UTF-8"
        case .notJSON(let offset): "a message is not JSON (at byte \(offset))"
        case .notAnObject: "a message is not a JSON object"
        case .notACall(let member): "a message is not a call: `\(member)` is missing, given twice or of the wrong type"
        case .notAReply: "a message is not a reply to any call"
        case .tooManyWaitingCalls(let limit): "more than \(limit) calls were sent ahead"
        case .noMemoryLeft: "this user's connections keep as many bytes of unfinished messages as they may"
        }
    }
}
