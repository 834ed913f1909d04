// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import accessoryctl

/// Lines from a pipe, as a script or a terminal writes them.
@Suite(.timeLimit(.minutes(5)))
struct StandardInputTests {
    private struct Pipe: ~Copyable {
        let reading: Int32
        private let writing: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

        consuming func end() {}

        deinit {
            close(writing)
            close(reading)
        }
    }

    @Test func readsALineAndLeavesTheNextOne() throws {
        let pipe = try Pipe()
        pipe.write("yes\n\nrest")
        #expect(StandardInput.line(of: pipe.reading) == "yes")
        #expect(StandardInput.line(of: pipe.reading) == "")
    }

    @Test func readsTheLastLineWithoutItsEnd() throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        fputs("first\nlast", file)
        rewind(file)
        #expect(StandardInput.line(of: fileno(file)) == "first")
        #expect(StandardInput.line(of: fileno(file)) == "last")
        #expect(StandardInput.line(of: fileno(file)) == nil)
    }

    @Test func cutsALineThatIsTooLong() throws {
        let pipe = try Pipe()
        pipe.write(String(repeating: "a", count: 5000) + "\nnext\n")
        #expect(StandardInput.line(of: pipe.reading)?.utf8.count == 4096)
        #expect(StandardInput.line(of: pipe.reading) == "next")
    }

    /// Ctrl-C at a question: nothing is typed, and the task must end all the same.
    @Test func waitsNoLongerThanItsTask() async throws {
        let pipe = try Pipe()
        let descriptor = pipe.reading
        let task = Task { await StandardInput.nextLine(of: descriptor) }
        task.cancel()
        #expect(await task.value == nil)
        pipe.write("late\n")
    }
}
