// SPDX-License-Identifier: Apache-2.0

/// Lines for a terminal. A low terminal leaves some of them out.
struct Page: Hashable {
    var head: [String]
    var body: [String]
    /// The typed text, and the help for the keys.
    var foot: [String]
    /// The line of the body that is always shown.
    var focus: Int?

    /// At most this many lines. If there is not room for the whole body, it shows the part around its focus, or its
    /// beginning.
    func lines(_ height: Int) -> [String] {
        let room = max(0, height - head.count - foot.count)
        guard body.count > room else { return head + body + foot }
        let most = max(0, room - 1)
        let first = focus.map { max(0, min($0 - most / 2, body.count - most)) } ?? 0
        let shown = body.dropFirst(first).prefix(most)
        let rest = room > 0 ? ["(\(body.count - shown.count) more)"] : []
        return Array((head + shown + rest + foot).suffix(height))
    }
}
