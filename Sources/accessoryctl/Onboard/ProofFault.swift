// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not the secret of a label. Never quotes it.
enum ProofFault: Error, Hashable, Sendable, CustomStringConvertible {
    case length(Int)
    case notText

    /// The most bytes that the agent takes.
    static let longest = 256

    /// The text itself, if it can be a proof or means that there is none.
    static func checked(_ text: String) throws(ProofFault) -> String {
        guard text.utf8.count <= longest else { throw .length(text.utf8.count) }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .notText }
        return text
    }

    var description: String {
        switch self {
        case .length(let count): "a proof has at most \(Self.longest) bytes; this one has \(count)"
        case .notText: "a proof has no control characters"
        }
    }
}
