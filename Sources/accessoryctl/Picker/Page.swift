// SPDX-License-Identifier: Apache-2.0

/// Lines for a terminal of which some can be spared when it is low.
struct Page: Hashable {
    var head: [String]
    var body: [String]
    /// What is typed, and which keys do what.
    var foot: [String]
    /// The line of the body that is always shown.
    var focus: Int?

    /// No more lines than so many; of the body only what is around its focus, or its beginning, where there is not room
    /// for all.
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
