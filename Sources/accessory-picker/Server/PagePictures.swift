// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import FoundationEssentials
import Synchronization

/// The pictures on the page, from the agent. It keeps a few, because a page asks for them again and again.
final class PagePictures: Sendable {
    struct Picture: Hashable, Sendable {
        var type: String
        var bytes: [UInt8]
    }

    /// Types that an `img` shows and that cannot run anything: no SVG.
    static let types: Set<String> = ["image/png", "image/jpeg", "image/webp", "image/gif"]
    static let limit = 32

    private let fetch: @Sendable (String) async throws -> ImageReply
    private let kept = Mutex<[(reference: String, picture: Picture)]>([])

    init(fetch: @escaping @Sendable (String) async throws -> ImageReply) { self.fetch = fetch }

    /// Nil if there is none: then the page shows a letter in its place.
    func picture(_ reference: String) async -> Picture? {
        if let known = kept.withLock({ $0.first { $0.reference == reference } }) { return known.picture }
        guard let reply = try? await fetch(reference), Self.types.contains(reply.type),
            let data = Data(base64Encoded: reply.data)
        else { return nil }
        let picture = Picture(type: reply.type, bytes: Array(data))
        kept.withLock { kept in
            kept.append((reference, picture))
            if kept.count > Self.limit { kept.removeFirst() }
        }
        return picture
    }
}
