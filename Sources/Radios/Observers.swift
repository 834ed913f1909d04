// SPDX-License-Identifier: Apache-2.0

/// The readers of a state: each gets it at once, and then at every change. Belongs to one actor.
final class Observers<State: Equatable & Sendable> {
    private var observers: [Int: (stream: AsyncStream<State>.Continuation, last: State)] = [:]
    private var last = 0

    /// A slow reader gets only the newest state. `gone` is called, on any thread, with the number of a reader to
    /// forget.
    func stream(of state: State, gone: @escaping @Sendable (Int) -> Void) -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
        last += 1
        observers[last] = (continuation, state)
        continuation.yield(state)
        continuation.onTermination = { [last] _ in gone(last) }
        return stream
    }

    func forget(_ observer: Int) { observers[observer] = nil }

    /// The state is made only if somebody reads it.
    func notify(_ state: @autoclosure () -> State) {
        guard !observers.isEmpty else { return }
        let state = state()
        for (id, observer) in observers where observer.last != state {
            observer.stream.yield(state)
            observers[id]?.last = state
        }
    }
}
