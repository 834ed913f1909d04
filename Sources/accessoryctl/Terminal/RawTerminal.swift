// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// The terminal with keys that arrive one by one, without echo. Its owner must `restore` it.
final class RawTerminal {
    private let descriptor: Int32
    private let before: termios
    private let source: any DispatchSourceRead

    /// Nil if there is no terminal. `receive` gets the keys as they are pressed.
    init?(descriptor: Int32 = STDIN_FILENO, _ receive: @escaping @Sendable ([Key]) -> Void) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 256)
            var more = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            repeat {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer.prefix(count)
                // A person's Esc comes alone.
            } while Key.isCut(bytes) && poll(&more, 1, 50) > 0
            receive(bytes.isEmpty ? [.endOfInput] : Key.keys(of: bytes))
        }
        source.resume()
    }

    /// Restores the terminal. Keys stop coming.
    func restore() {
        source.cancel()
        var settings = before
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }
}
