// SPDX-License-Identifier: Apache-2.0

/// The events that wait for one machine.
package struct Inbox<Event: Sendable>: Sendable {
    struct Letter: Sendable {
        /// The number of the work that sent it; nil for others.
        let number: Int?
        /// Nil is the end of the work.
        let event: Event?
    }

    let letters: AsyncStream<Letter>
    /// For events from outside of the run.
    package let send: Sender<Event>

    /// - Parameter most: the events that wait at most; nil for any number.
    package init(most: Int? = nil) {
        let (letters, send) = AsyncStream.makeStream(
            of: Letter.self, bufferingPolicy: most.map { .bufferingOldest($0) } ?? .unbounded)
        self.letters = letters
        self.send = Sender(letters: send)
    }
}

/// Sends events to one machine. What a work gets counts as long as the work goes on.
package struct Sender<Event: Sendable>: Sendable {
    let letters: AsyncStream<Inbox<Event>.Letter>.Continuation
    /// The work that sends.
    var number: Int?

    /// Returns false if the event is lost because too many wait.
    @discardableResult package func yield(_ event: Event) -> Bool {
        if case .dropped = letters.yield(.init(number: number, event: event)) { false } else { true }
    }

    /// Waits for room. A flood of events may fill the inbox, and without this one the machine would wait for ever.
    package func insist(on event: Event) async { await insist(.init(number: number, event: event)) }

    func end() async { await insist(.init(number: number, event: nil)) }

    private func insist(_ letter: Inbox<Event>.Letter) async {
        while case .dropped = letters.yield(letter), !Task.isCancelled { await Task.yield() }
    }
}
