// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Signals, and Enter on the terminal, as events for as long as it is kept.
final class Keyboard {
    private let sources: [any DispatchSourceProtocol]

    /// `enter` only where there is a terminal.
    init(
        signals: [Int32], enter hasKeyboard: Bool, signal: @escaping @Sendable (Int32) -> Void,
        enter: @escaping @Sendable () -> Void
    ) {
        var sources: [any DispatchSourceProtocol] = signals.map { number in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { signal(number) }
            return source
        }
        if hasKeyboard {
            // In the background a line that was typed is the shell's: reading it fails, and is not tried again.
            Glibc.signal(SIGTTIN, SIG_IGN)
            let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 256)
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                guard count > 0 else {
                    source.cancel()
                    return
                }
                if buffer[..<count].contains(UInt8(ascii: "\n")) { enter() }
            }
            sources.append(source)
        }
        self.sources = sources
        for source in sources { source.resume() }
    }
}
