// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Dispatch
import Synchronization

/// Shows the present activity on standard error, once it takes longer than a second: on a terminal as one line that is
/// redrawn, else as one line for each state.
final class ProgressLine: Sendable {
    private struct State {
        var text: String?
        var isShown = false
        var isRevealed = false
    }

    private let state = Mutex(State())
    private let stream: StandardStream
    /// On a dumb terminal, each state is a line.
    private let isTerminal: Bool

    static let patience = DispatchTimeInterval.seconds(1)

    init(isQuiet: Bool = false, stream: StandardStream = .error) {
        self.stream = stream
        isTerminal = stream.takesEscapes
        if !isQuiet { begin() }
    }

    /// Starts the second before something is shown, after another part has drawn on the terminal.
    func begin() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.reveal() }
    }

    /// Sets the present activity.
    func show(_ text: String) {
        state.withLock { state in
            state.text = text.shown
            if state.isRevealed { draw(&state) }
        }
    }

    /// Takes the line off the terminal. A later state begins anew.
    func end() {
        state.withLock { state in
            if state.isShown, isTerminal { stream.write(text: "\r\u{1B}[K") }
            state.isShown = false
            state.text = nil
        }
    }

    private func reveal() {
        state.withLock { state in
            state.isRevealed = true
            draw(&state)
        }
    }

    private func draw(_ state: inout State) {
        guard let text = state.text else { return }
        if isTerminal {
            let width = TerminalSize.of(stream.descriptor)?.width ?? 80
            stream.write(text: "\r\u{1B}[K\(text.cut(to: width - 1))")
        } else {
            stream.write([text])
        }
        state.isShown = true
    }
}
