// SPDX-License-Identifier: Apache-2.0

extension AsyncStream.Continuation where Element: Sendable {
    /// Waits for room. A flood of sightings may fill the stream, and without this event its reader would wait for ever.
    func insist(on event: Element) async {
        while case .dropped = yield(event), !Task.isCancelled { await Task.yield() }
    }
}
