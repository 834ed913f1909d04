// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The size of a terminal in cells.
struct TerminalSize: Hashable, Sendable {
    var width: Int
    var height: Int

    /// Nil if the descriptor is no terminal, or one of unknown size.
    static func of(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalSize(width: Int(size.ws_col), height: Int(size.ws_row))
    }
}
