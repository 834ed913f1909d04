// SPDX-License-Identifier: Apache-2.0

/// The listeners for possible changes. Belongs to one actor.
final class Changes {
    private var listeners: [Int: @Sendable () -> Void] = [:]
    private var last = 0

    /// Calls `body` after every change until `ignore` is called with the number returned.
    func listen(_ body: @escaping @Sendable () -> Void) -> Int {
        last += 1
        listeners[last] = body
        return last
    }

    func ignore(_ listener: Int) { listeners[listener] = nil }

    func notify() {
        for listener in listeners.values { listener() }
    }
}

/// An actor on the GLib thread. Callers can wait for its changes.
protocol Watchful: Actor {
    var changes: Changes { get }
}

extension Watchful {
    /// The first answer to `question`, which is asked again after every change; nil when the time is over.
    func wait<Answer>(_ limit: Duration, for question: (isolated Self) -> Answer?) async throws -> Answer? {
        if let answer = question(self) { return answer }
        let (changed, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = changes.listen { continuation.yield() }
        let alarm = GLibAlarm(after: limit) { continuation.finish() }
        defer {
            changes.ignore(listener)
            withExtendedLifetime(alarm) {}
        }
        for await _ in changed {
            if let answer = question(self) { return answer }
        }
        try Task.checkCancellation()
        return nil
    }

    /// Waits on the GLib thread. `Task.sleep` would start libdispatch's workers, whose monitor wakes the process every
    /// second ever after.
    func rest(_ time: Duration) async throws {
        guard time > .zero else { return }
        let (over, continuation) = AsyncStream<Never>.makeStream()
        let alarm = GLibAlarm(after: time) { continuation.finish() }
        for await _ in over {}
        withExtendedLifetime(alarm) {}
        try Task.checkCancellation()
    }
}
