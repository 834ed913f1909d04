// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The list on the terminal: takes the person's keys, and draws what `OnboardScreen` shows. It is on standard error, so
/// standard output has results only. Its owner must `end` it.
final class OnboardList {
    private var screen = OnboardScreen()
    private var canvas = TerminalCanvas(stream: .error)
    private let terminal: RawTerminal
    private let colours: Bool

    /// Nil if there is no terminal to choose on.
    init?(colours: Bool, _ receive: @escaping @Sendable (Key) -> Void) {
        guard StandardStream.error.takesEscapes, let terminal = RawTerminal({ $0.forEach(receive) }) else { return nil }
        self.terminal = terminal
        self.colours = colours
        draw()
    }

    func show(_ accessories: [NewAccessory], others: [OtherAccessory], isComplete: Bool) {
        screen.receive(accessories, others: others, isComplete: isComplete)
        draw()
    }

    func receive(_ key: Key) -> OnboardScreen.Effect? {
        let effect = screen.receive(key)
        draw()
        return effect
    }

    func show(note: String) {
        screen.show(note: note)
        draw()
    }

    func draw() { canvas.draw { screen.lines($0, colours: colours) } }

    /// Clears the list and restores the terminal.
    func end() {
        canvas.clear()
        terminal.restore()
    }
}
